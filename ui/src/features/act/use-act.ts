// An act on the store that is saved at once: run in order with all edits, everything read again, and a way back offered.
import { useMutation } from "@tanstack/react-query";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDone, notifyError } from "../../shared/notify";
import { undo } from "../history/undo";

type Act<I, R> = {
  run: (input: I) => Promise<R>;
  /** What is done now, in words. */
  told: (input: I, report: R) => string;
  onDone?: (input: I, report: R) => void;
};

export function useAct<I, R extends { entry: number | null }>({ run, told, onDone }: Act<I, R>) {
  const cache = useCatalogCache();
  return useMutation({
    mutationFn: (input: I) => cache.edit(() => run(input)),
    onSuccess: async (report, input) => {
      const { entry } = report;
      onDone?.(input, report);
      if (entry === null) notifyDone("Nothing had to be changed");
      else notifyDone(told(input, report), () => void undo(cache, entry));
      await cache.reload();
    },
    onError: async (error) => {
      notifyError(error);
      // What it was refused for may not be shown yet.
      await cache.reload();
    },
  });
}
