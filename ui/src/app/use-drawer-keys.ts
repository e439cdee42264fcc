// In a narrow window: a chosen tool or finding opens its drawer, Escape closes whichever is open, and focus goes along.
import type { KeyboardEvent, MouseEvent } from "react";
import { useEffect } from "react";
import { returnFocus } from "../kit/return-focus";
import { useArrivals } from "../shared/go-to-tool";
import { isBlocked, isTyping } from "../shared/keys";
import { useView } from "../shared/view-state";
import type { Drawer } from "./drawer";
import { openDrawer, useDrawer } from "./drawer";

const TOOL = "main [data-tool]";
/** What inside a tool's row has an act of its own. */
const OWN = "button, input, label, a";

const isTool = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(TOOL) !== null && target.closest(OWN) === null;

export function closeDrawer(): void {
  openDrawer(null);
  // Once it is hidden.
  setTimeout(() => returnFocus(document.querySelector("main [data-tool][aria-selected='true']")));
}

export function useDrawerKeys(narrow: boolean): Drawer {
  const open = useDrawer((state) => (narrow ? state.open : null));
  useEffect(
    () =>
      useView.subscribe((now, before) => {
        // The menu leads somewhere and is done; a tool belongs to the catalog.
        const moved = now.view !== before.view || now.server !== before.server || now.detail !== before.detail;
        if (moved && useDrawer.getState().open) openDrawer(null);
      }),
    [],
  );
  useEffect(() => (narrow ? useArrivals.subscribe(() => openDrawer("tool")) : undefined), [narrow]);
  useEffect(() => {
    if (!open) return;
    // Before anything else that Escape would do in the page below.
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isTyping(event.target) || isBlocked()) return;
      if (event.target instanceof Element && event.target.closest("[role='dialog'], [role='alertdialog']")) return;
      event.preventDefault();
      closeDrawer();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [open]);
  return open;
}

/** For the window around the page. */
export const drawerOpeners = {
  onClick: ({ target }: MouseEvent) => {
    if (isTool(target)) openDrawer("tool");
  },
  onKeyDown: (event: KeyboardEvent) => {
    // In the list of findings Enter mends.
    const opens = useView.getState().view === "findings" ? " " : "Enter";
    if (event.key !== opens || !isTool(event.target)) return;
    if (opens === " ") event.preventDefault();
    openDrawer("tool");
  },
};
