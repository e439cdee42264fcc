// In a narrow window: a chosen tool or finding opens its drawer, Escape closes whichever is open, and focus goes along.
import type { KeyboardEvent, MouseEvent } from "react";
import { useEffect } from "react";
import { returnFocus } from "../kit/return-focus";
import { useArrivals } from "../shared/go-to-tool";
import { isBlocked, isTyping } from "../shared/key-target";
import { useNavigation } from "../shared/navigation";
import { useCatalogFilter } from "../shared/catalog-filter";
import type { Drawer } from "./drawer";
import { openDrawer, useDrawer } from "./drawer";
import { commandOf } from "../shared/keymap";

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
  // Navigating closes either drawer: the menu has done its work, and a tool belongs to the catalog.
  useEffect(() => {
    const close = () => {
      if (useDrawer.getState().open) openDrawer(null);
    };
    const stops = [
      useNavigation.subscribe((now, before) => {
        if (now.view !== before.view || now.detail !== before.detail) close();
      }),
      useCatalogFilter.subscribe((now, before) => {
        if (now.server !== before.server) close();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => (narrow ? useArrivals.subscribe(() => openDrawer("tool")) : undefined), [narrow]);
  useEffect(() => {
    if (!open) return;
    // Before anything else that Escape would do in the page below.
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (commandOf("drawer", event) !== "close" || event.defaultPrevented || isTyping(event.target) || isBlocked()) return;
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
    const isFinding = useNavigation.getState().view === "findings";
    const opens = isFinding ? event.key === " " : commandOf("grid", event) === "open";
    if (!opens || !isTool(event.target)) return;
    if (isFinding) event.preventDefault();
    openDrawer("tool");
  },
};
