// Handlers of the global shortcuts.
import { useEffect } from "react";
import { useUndoRedo } from "../features/history/use-undo-redo";
import { focusPageSearch, hasPageSearch } from "../shared/focus-request";
import { isBlocked, isForTheWindow, isTyping } from "../shared/key-target";
import { useNavigation } from "../shared/navigation";
import type { Page } from "../shared/pages";
import { PAGES } from "../shared/pages";
import { zoomBy, zoomTo } from "../shared/zoom";
import { commandOf, useShortcuts } from "../shared/keymap";

const navigation = useNavigation.getState;

/** Shows a page, unless a dialog or a menu is open. */
const show = (view: Page["view"]) => () =>
  !isBlocked() && PAGES.find((page) => page.view === view)?.show(navigation());

/** Contexts of the pages with a search field. */
const SEARCHED = ["catalog", "findings", "gateway", "history"] as const;

/** The key of the search on a page that is still loading: it focuses the field once there is one. */
function onEarlySearch(event: KeyboardEvent): void {
  const context = SEARCHED.find((one) => one === navigation().view);
  if (!context || hasPageSearch() || !isForTheWindow(event) || commandOf(context, event) !== "search") return;
  event.preventDefault();
  focusPageSearch();
}

export function useWindowKeys(): void {
  const history = useUndoRedo();
  /** Text fields keep their native undo. */
  const unlessTyping = (run: () => void) => (event: KeyboardEvent) => !isTyping(event.target) && !isBlocked() && run();
  useShortcuts("window", {
    // The same shortcut closes the palette.
    palette: () => {
      const isOpen = navigation().dialog?.kind === "palette";
      return (isOpen || !isBlocked()) && navigation().open(isOpen ? null : { kind: "palette" });
    },
    undo: unlessTyping(history.undo),
    redo: unlessTyping(history.redo),
    preferences: () => !isBlocked() && navigation().showPreferences(),
    catalog: show("catalog"),
    review: show("review"),
    servers: show("servers"),
    rules: show("rules"),
    history: show("history"),
    export: show("export"),
    gateway: show("gateway"),
    findings: show("findings"),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    zoomReset: () => zoomTo(1),
    shortcuts: () => navigation().open({ kind: "shortcuts" }),
  });
  useEffect(() => {
    window.addEventListener("keydown", onEarlySearch);
    return () => window.removeEventListener("keydown", onEarlySearch);
  }, []);
}
