// Focus restoration: if the panel closes while focus is in it, focus moves to the tool it showed instead of getting lost.
import { useEffect, useRef } from "react";

export function useFocusBack(isOpen: boolean, position: number): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const closed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!closed || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus({ preventScroll: true });
  }, [isOpen, position]);
}
