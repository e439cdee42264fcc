// Drawers of a narrow window: selecting a tool or finding opens its drawer, Escape closes the open drawer, and focus follows.
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
/** Elements inside a tool's row with their own click action. */
const INTERACTIVE = "button, input, label, a";

const isTool = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(TOOL) !== null && target.closest(INTERACTIVE) === null;

export function closeDrawer(): void {
  openDrawer(null);
  // Deferred until the drawer is hidden.
  setTimeout(() => returnFocus(document.querySelector("main [data-tool][aria-selected='true']")));
}

export function useDrawerKeys(narrow: boolean): Drawer {
  const open = useDrawer((state) => (narrow ? state.open : null));
  // Navigation closes either drawer: the sidebar is no longer needed, and a tool belongs to the catalog.
  useEffect(() => {
    const close = () => {
      if (useDrawer.getState().open) openDrawer(null);
    };
    const unsubscribers = [
      useNavigation.subscribe((now, before) => {
        if (now.view !== before.view || now.detail !== before.detail) close();
      }),
      useCatalogFilter.subscribe((now, before) => {
        if (now.server !== before.server) close();
      }),
    ];
    return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
  }, []);
  useEffect(() => (narrow ? useArrivals.subscribe(() => openDrawer("tool")) : undefined), [narrow]);
  useEffect(() => {
    if (!open) return;
    // Capture phase, so that the drawer handles Escape before the page below.
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

/** Event handlers for the element around the page: clicking or activating a row opens the drawer. */
export const drawerOpeners = {
  onClick: ({ target }: MouseEvent) => {
    if (isTool(target)) openDrawer("tool");
  },
  onKeyDown: (event: KeyboardEvent) => {
    // In the list of findings Enter applies the fix, so Space opens the drawer.
    const isFinding = useNavigation.getState().view === "findings";
    const opens = isFinding ? event.key === " " : commandOf("grid", event) === "open";
    if (!opens || !isTool(event.target)) return;
    if (isFinding) event.preventDefault();
    openDrawer("tool");
  },
};
