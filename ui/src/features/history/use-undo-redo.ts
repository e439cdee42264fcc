// Undo and redo, for keys and commands alike.
import { useMemo } from "react";
import { useToast } from "../../kit/toast-store";
import { useUndo } from "./undo";

export function useUndoRedo(): { back: () => void; again: () => void } {
  const { undo, redo } = useUndo();
  return useMemo(
    () => ({
      back: () => {
        // What a toast offers to undo is what is undone: some of it has no entry in the history.
        const { toast, close } = useToast.getState();
        if (toast?.action?.label !== "Undo") return void undo(null);
        close();
        toast.action.run();
      },
      again: () => void redo(),
    }),
    [undo, redo],
  );
}
