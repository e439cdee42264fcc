// Replaces a missing tool with the one it was renamed to. Two history entries, undone together.
import { useMutation } from "@tanstack/react-query";
import { backend } from "../../backend";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDone, notifyError } from "../../shared/notify";
import { undo } from "../history/undo";
import { strings } from "./strings";

type Replacement = { name: string; reference: string; by: string };

export function useReplaceMember() {
  const cache = useCatalogCache();
  return useMutation({
    mutationFn: ({ name, reference, by }: Replacement) =>
      cache.edit(async () => {
        const added = await backend.addToToolset({ name, tools: { by: "references", references: [by] } });
        const removed = await backend.removeFromToolset({ name, references: [reference] });
        return [removed.entry, added.entry].filter((entry) => entry !== null);
      }),
    onSuccess: async (entries, { reference, by }) => {
      const undoBoth = async () => {
        for (const entry of entries) if (!(await undo(cache, entry))) return;
      };
      notifyDone(strings.toast.replaced(reference, by), () => void undoBoth());
      await cache.reload();
    },
    onError: async (error) => {
      notifyError(error);
      await cache.reload();
    },
  });
}
