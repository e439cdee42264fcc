// The window's own keys, and the list of all of them. Keys of one view act in its own folder.
import { useEffect } from "react";
import { useUndo } from "../features/history/undo";
import { useToast } from "../kit/toast-store";
import { isCovered, isForTheWindow, isTyping } from "../shared/keys";
import { useView } from "../shared/view-state";

export const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["j", "k"], does: "Next or previous tool" },
  { keys: ["←", "↑", "↓", "→"], does: "Move among the cards, or up and down the servers" },
  { keys: ["1"], does: "Cycle Read-only: Inherit, Yes, No" },
  { keys: ["2"], does: "Cycle Destructive" },
  { keys: ["3"], does: "Cycle Idempotent" },
  { keys: ["4"], does: "Cycle Open world" },
  { keys: ["0"], does: "Let every hint of the tool inherit again" },
  { keys: ["."], does: "Decide what is inferred" },
  { keys: ["a"], does: "Accept the tool as it is shown, and go to the next" },
  { keys: ["Command", "Z"], does: "Undo the last change" },
  { keys: ["Command", "Shift", "Z"], does: "Do again what was undone" },
  { keys: ["/"], does: "Search" },
  { keys: ["Esc"], does: "Clear the search or the filter" },
  { keys: ["?"], does: "This list" },
];

/** What a press means for the history; text fields keep their own undo. */
function wayThroughHistory(event: KeyboardEvent): "undo" | "redo" | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return null;
  const key = event.key.toLowerCase();
  const way = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" && event.ctrlKey ? "redo" : null;
  return way && !isTyping(event.target) && !isCovered() ? way : null;
}

export function useWindowKeys(): void {
  const { undo, redo } = useUndo();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "?" && isForTheWindow(event)) {
        event.preventDefault();
        useView.getState().open({ kind: "shortcuts" });
        return;
      }
      const way = wayThroughHistory(event);
      if (!way) return;
      event.preventDefault();
      if (event.repeat) return;
      // What a toast offers to undo is what the key undoes: some of it has no entry in the history.
      const { toast, close } = useToast.getState();
      const offered = way === "undo" && toast?.action?.label === "Undo" ? toast.action : null;
      if (offered) {
        close();
        offered.run();
      } else void (way === "undo" ? undo(null) : redo());
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [undo, redo]);
}
