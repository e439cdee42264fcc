// State of the page behind modal dialogs, as `data-modal-open` on the root element for style sheets.
import { useLayoutEffect } from "react";

let open = 0;

/** Overlay scrollbars take no room, so hiding them moves nothing; WebKitGTK paints them above a dialog. */
function hasOverlayScrollbars(): boolean {
  const probe = document.createElement("div");
  probe.style.cssText = "position: absolute; visibility: hidden; width: 50px; height: 50px; overflow: scroll";
  document.body.append(probe);
  const isOverlay = probe.offsetWidth === probe.clientWidth;
  probe.remove();
  return isOverlay;
}

/** Marks the page as covered while the component is mounted. */
export function useModalPage(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    open += 1;
    if (open === 1) dataset.modalOpen = hasOverlayScrollbars() ? "overlay" : "classic";
    return () => {
      open -= 1;
      if (open === 0) delete dataset.modalOpen;
    };
  }, []);
}
