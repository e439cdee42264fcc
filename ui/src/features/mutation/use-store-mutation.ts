// Mutation of the store: runs in order with all other edits, reloads everything, and shows a toast with undo.
import { useMutation } from "@tanstack/react-query";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { notifyDone, notifyError, notifyPartlyDone } from "../../shared/notify";
import { undo } from "../history/undo";
import { strings } from "./strings";

/** `warnings`: parts that were left out, or facts that the user should know. */
type Report = { entry: number | null; warnings?: readonly string[] };

type Options<I, R> = {
  run: (input: I) => Promise<R>;
  /** Message of the toast after success. */
  successMessage: (input: I, report: R) => string;
  onDone?: (input: I, report: R) => void;
  /** Called after everything is reloaded. */
  onReloaded?: () => void;
  /** True if the caller shows this error itself. */
  handlesError?: (error: unknown) => boolean;
};

export function useStoreMutation<I, R extends Report>({ run, successMessage, onDone, onReloaded, handlesError }: Options<I, R>) {
  const cache = useCatalogCache();
  return useMutation({
    mutationFn: (input: I) => cache.edit(() => run(input)),
    onSuccess: async (report, input) => {
      const { entry, warnings = [] } = report;
      onDone?.(input, report);
      const message = entry === null ? strings.unchanged : successMessage(input, report);
      const undoChange = entry === null ? undefined : () => void undo(cache, entry);
      if (warnings.length > 0) notifyPartlyDone(message, warnings, undoChange);
      else notifyDone(message, undoChange);
      await cache.reload();
      onReloaded?.();
    },
    onError: async (error) => {
      if (!handlesError?.(error)) notifyError(error);
      // The state that caused the refusal may not be visible yet.
      await cache.reload();
    },
  });
}
