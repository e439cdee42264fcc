// State of the page behind modal dialogs, as `data-modal-open` on the root element for style sheets.
import { useLayoutEffect } from "react";

let open = 0;
let showScrollbars = () => {};

/** Overlay scrollbars take no room, so hiding them moves nothing; WebKitGTK paints them above a dialog. */
function hasOverlayScrollbars(): boolean {
  const probe = document.createElement("div");
  probe.style.cssText = "position: absolute; visibility: hidden; width: 50px; height: 50px; overflow: scroll";
  document.body.append(probe);
  const isOverlay = probe.offsetWidth === probe.clientWidth;
  probe.remove();
  return isOverlay;
}

/**
 * Hides the scrollbars of the page, and returns a function that shows them again. WebKitGTK does not remove a scrollbar that it
 * has painted when `scrollbar-width` changes, but does so when the pane no longer scrolls; its position stays.
 */
function hideScrollbars(): () => void {
  const scrolls = (pane: HTMLElement) =>
    (pane.scrollHeight > pane.clientHeight || pane.scrollWidth > pane.clientWidth) && /auto|scroll/.test(getComputedStyle(pane).overflow);
  const panes = [...document.querySelectorAll<HTMLElement>("#root *")].filter(scrolls);
  const before = panes.map(({ style }) => style.overflow);
  panes.forEach(({ style }) => (style.overflow = "hidden"));
  return () => panes.forEach(({ style }, index) => (style.overflow = before[index] ?? ""));
}

/** Marks the page as covered while the component is mounted. */
export function useModalPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    open += 1;
    if (open === 1) {
      const isOverlay = hasOverlayScrollbars();
      dataset.modalOpen = isOverlay ? "overlay" : "classic";
      if (isOverlay) showScrollbars = hideScrollbars();
    }
    return () => {
      open -= 1;
      if (open > 0) return;
      delete dataset.modalOpen;
      showScrollbars();
      showScrollbars = () => {};
    };
  }, []);
}
