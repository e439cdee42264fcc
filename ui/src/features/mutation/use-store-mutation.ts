// An act on the store that is saved at once: run in order with all edits, everything read again, and a way back offered.
import { useMutation } from "@tanstack/react-query";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDone, notifyError, notifyPartlyDone } from "../../shared/notify";
import { undo } from "../history/undo";

/** Warnings say what was left out, or what should be known about it. */
type Report = { entry: number | null; warnings?: readonly string[] };

type Act<I, R> = {
  run: (input: I) => Promise<R>;
  /** What is done now, in words. */
  told: (input: I, report: R) => string;
  onDone?: (input: I, report: R) => void;
  /** Once the new state is drawn. */
  onShown?: () => void;
  /** Whoever asked tells this failure by itself. */
  tellsItself?: (error: unknown) => boolean;
};

export function useStoreMutation<I, R extends Report>({ run, told, onDone, onShown, tellsItself }: Act<I, R>) {
  const cache = useCatalogCache();
  return useMutation({
    mutationFn: (input: I) => cache.edit(() => run(input)),
    onSuccess: async (report, input) => {
      const { entry, warnings = [] } = report;
      onDone?.(input, report);
      const words = entry === null ? "Nothing had to be changed" : told(input, report);
      const back = entry === null ? undefined : () => void undo(cache, entry);
      if (warnings.length > 0) notifyPartlyDone(words, warnings, back);
      else notifyDone(words, back);
      await cache.reload();
      onShown?.();
    },
    onError: async (error) => {
      if (!tellsItself?.(error)) notifyError(error);
      // What it was refused for may not be shown yet.
      await cache.reload();
    },
  });
}
