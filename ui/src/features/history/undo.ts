// Undo and redo through the history; neither overwrites a newer change.
import { useMemo } from "react";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDoneAgain, notifyError, notifyUndone } from "../../shared/notify";

/** Undoes one history entry, or the newest of this user if `entry` is null. Resolves to true on success. */
export async function undo(cache: CatalogCache, entry: number | null): Promise<boolean> {
  try {
    const { summary } = await cache.edit(() => backend.undo({ entry }));
    await cache.reload();
    notifyUndone(summary, () => void redo(cache));
    return true;
  } catch (error) {
    notifyError(error);
    // The change that caused the refusal may not be visible yet.
    await cache.reload();
    return false;
  }
}

/** Redoes the last undo of this user. */
export async function redo(cache: CatalogCache): Promise<boolean> {
  try {
    const { summary, entry } = await cache.edit(() => backend.redo());
    await cache.reload();
    notifyDoneAgain(summary, () => void undo(cache, entry));
    return true;
  } catch (error) {
    notifyError(error);
    await cache.reload();
    return false;
  }
}

export function useUndo() {
  const cache = useCatalogCache();
  return useMemo(() => ({ undo: (entry: number | null) => undo(cache, entry), redo: () => redo(cache) }), [cache]);
}
