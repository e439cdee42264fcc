// The window's own keys, and the list of all of them. The catalog's keys act in features/catalog/use-catalog-keys.
import { useEffect } from "react";
import { useToast } from "../kit/toast-store";
import { isForTheWindow, isTyping } from "../shared/keys";
import { useView } from "../shared/view-state";

export const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["j", "k"], does: "Next or previous tool" },
  { keys: ["←", "↑", "↓", "→"], does: "Move among the cards, or up and down the servers" },
  { keys: ["1"], does: "Cycle Read-only: Inherit, Yes, No" },
  { keys: ["2"], does: "Cycle Destructive" },
  { keys: ["3"], does: "Cycle Idempotent" },
  { keys: ["4"], does: "Cycle Open world" },
  { keys: ["0"], does: "Let every hint of the tool inherit again" },
  { keys: ["Command", "Z"], does: "Undo the last decision" },
  { keys: ["/"], does: "Search" },
  { keys: ["Esc"], does: "Clear the search or the filter" },
  { keys: ["?"], does: "This list" },
];

export function useWindowKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "?" && isForTheWindow(event)) {
        event.preventDefault();
        useView.getState().open({ kind: "shortcuts" });
        return;
      }
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (!isUndo || isTyping(event.target)) return; // text fields keep their own undo
      const { toast, close } = useToast.getState();
      if (toast?.action?.label !== "Undo") return;
      event.preventDefault();
      close();
      toast.action.run();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
