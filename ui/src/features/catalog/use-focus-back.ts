// When the panel is closed while focus is in it, focus goes to the tool it showed instead of nowhere.
import { useEffect, useRef } from "react";

export function useFocusBack(shown: boolean, position: number): void {
  const was = useRef(shown);
  useEffect(() => {
    const closed = was.current && !shown;
    was.current = shown;
    if (!closed || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus({ preventScroll: true });
  }, [shown, position]);
}
