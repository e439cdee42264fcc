// How wide the window is, in CSS pixels: at 200 % it is half as wide as it looks.
import { useSyncExternalStore } from "react";

/** Below this the sidebar is a rail and the tool panel a drawer. */
export const NARROW = 900;
/** Below this both are narrower by themselves. */
export const TIGHT = 1180;

function subscribe(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

export const useWindowWidth = (): number => useSyncExternalStore(subscribe, () => window.innerWidth);
