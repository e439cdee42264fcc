// Taking back and doing again, through the history: never over somebody's newer change.
import { useMemo } from "react";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDoneAgain, notifyError, notifyUndone } from "../../shared/notify";

/** Takes back one entry of the history, or else the newest of this user. True when that was done. */
export async function undo(cache: CatalogCache, entry: number | null): Promise<boolean> {
  try {
    const { summary } = await cache.edit(() => backend.undo({ entry }));
    await cache.reload();
    notifyUndone(summary, () => void redo(cache));
    return true;
  } catch (error) {
    notifyError(error);
    // What it refused for may not be shown yet.
    await cache.reload();
    return false;
  }
}

/** Does again what this user took back last. */
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
