// The window's own keys. Keys of one view act in its own folder; app/shortcuts lists all of them.
import { useEffect } from "react";
import { useUndoRedo } from "../features/history/use-undo-redo";
import { isBlocked, isForTheWindow, isTyping } from "../shared/keys";
import { useNavigation } from "../shared/navigation";
import { PAGES } from "../shared/pages";
import { zoomBy, zoomTo } from "../shared/zoom";

const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.defaultPrevented;

/** What a press means for the history; text fields keep their own undo. */
function wayThroughHistory(event: KeyboardEvent): "undo" | "redo" | null {
  const key = event.key.toLowerCase();
  const way = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" && event.ctrlKey ? "redo" : null;
  return way && !isTyping(event.target) && !isBlocked() ? way : null;
}

/** On many keyboards plus is Shift with equals, and minus is one of several signs. */
function zooming(key: string): (() => void) | null {
  if (key === "+" || key === "=") return () => zoomBy(1);
  if (key === "-" || key === "−" || key === "_") return () => zoomBy(-1);
  return key === "0" ? () => zoomTo(1) : null;
}

/** Where a press leads; nowhere while a dialog is open, except that its own key closes the palette. */
function leading(event: KeyboardEvent): (() => void) | null {
  const navigation = useNavigation.getState();
  const key = event.key.toLowerCase();
  if (key === "k" && !event.shiftKey) {
    if (navigation.dialog?.kind === "palette") return () => navigation.open(null);
    return isBlocked() ? null : () => navigation.open({ kind: "palette" });
  }
  if (isBlocked()) return null;
  if (key === ",") return navigation.showPreferences;
  const page = event.shiftKey ? undefined : PAGES.find(({ keys }) => keys.at(-1) === key);
  return page ? () => page.show(navigation) : null;
}

export function useWindowKeys(): void {
  const history = useUndoRedo();
  useEffect(() => {
    const actOf = (event: KeyboardEvent): (() => void) | null => {
      if (event.key === "?" && isForTheWindow(event)) return () => useNavigation.getState().open({ kind: "shortcuts" });
      if (!isCommand(event)) return null;
      const way = wayThroughHistory(event);
      if (way) return way === "undo" ? history.back : history.again;
      return zooming(event.key) ?? leading(event);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const act = actOf(event);
      if (!act) return;
      event.preventDefault();
      if (!event.repeat) act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [history]);
}
