// Width of the window in CSS pixels: at 200 % zoom it is half of the width on the screen.
import { useSyncExternalStore } from "react";

/** Below this width the sidebar is a rail and the tool panel a drawer. */
export const NARROW = 900;
/** Up to this width both panes have a smaller default width. */
export const TIGHT = 1180;

function subscribe(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

export const useWindowWidth = (): number => useSyncExternalStore(subscribe, () => window.innerWidth);
