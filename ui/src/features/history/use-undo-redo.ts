// Undo and redo, for keys and commands alike.
import { useMemo } from "react";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { useToast } from "../../kit/toast-store";
import { useUndo } from "./undo";

export function useUndoRedo(): { undo: () => void; redo: () => void } {
  const cache = useCatalogCache();
  const history = useUndo();
  return useMemo(() => {
    const undoLast = async () => {
      // Until then, the toast offers to undo an earlier change.
      await cache.editsFinished();
      // What a toast offers to undo is what is undone: some of it has no entry in the history.
      const { toast, close } = useToast.getState();
      if (toast?.action?.label !== "Undo") return void history.undo(null);
      close();
      toast.action.run();
    };
    return { undo: () => void undoLast(), redo: () => void history.redo() };
  }, [cache, history]);
}
