// Nothing can be pressed in the first moment: nobody is made to allow something that appeared under the pointer.
import { useEffect, useState } from "react";

export const GUARDED_FOR = 500;

/** True for a moment after it was drawn; what is asked anew is drawn anew. */
export function useGuard(): boolean {
  const [guarded, setGuarded] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(false), GUARDED_FOR);
    return () => clearTimeout(timer);
  }, []);
  return guarded;
}
