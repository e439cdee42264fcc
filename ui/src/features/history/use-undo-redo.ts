// Undo and redo for shortcuts and commands.
import { useMemo } from "react";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { useToast } from "../../kit/toast-store";
import { useUndo } from "./undo";

export function useUndoRedo(): { undo: () => void; redo: () => void } {
  const cache = useCatalogCache();
  const history = useUndo();
  return useMemo(() => {
    const undoLast = async () => {
      // While edits are pending, the toast still offers to undo an earlier change.
      await cache.editsFinished();
      // The undo of the toast takes precedence: some changes have no history entry.
      const { toast, close } = useToast.getState();
      if (toast?.action?.kind !== "undo") return void history.undo(null);
      close();
      toast.action.run();
    };
    return { undo: () => void undoLast(), redo: () => void history.redo() };
  }, [cache, history]);
}
