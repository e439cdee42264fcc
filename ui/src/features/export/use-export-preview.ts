// Preview of an export, refetched when target, options, path or catalog change; it ends early when the page no longer needs it.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ExportInput, ExportPreview } from "../../backend";
import { backend } from "../../backend";
import { useDebouncedValue } from "../../shared/use-debounced-value";
import type { ExportScope } from "./export-input";

const DEBOUNCE_MS = 150;
const KEY = "exportPreview";

/** The last cancellation. A cancellation also ends a preview that starts before it, so previews wait for it. */
let cancellation: Promise<unknown> = Promise.resolve();

async function previewUntilAborted(input: ExportInput, signal: AbortSignal): Promise<ExportPreview> {
  await cancellation;
  signal.throwIfAborted();
  const cancel = () => {
    cancellation = backend.cancelPreview().catch(() => {}); // the response is ignored anyway
  };
  signal.addEventListener("abort", cancel);
  try {
    return await backend.previewExport(input);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** `typed`: text of the path field; null until the user edits it, and then the backend uses its default path. */
export function useExportPreview(scope: ExportScope, typed: string | null, revision: number, enabled: boolean) {
  const client = useQueryClient();
  const requestedPath = typed?.trim() || null;
  const path = useDebouncedValue(requestedPath, DEBOUNCE_MS);
  const input = { ...scope, path, seen: [] };
  const query = useQuery({
    queryKey: [KEY, input, revision],
    queryFn: ({ signal }) => previewUntilAborted(input, signal),
    gcTime: 0,
    staleTime: 0,
    structuralSharing: false, // a report can contain ten thousand tools
    placeholderData: keepPreviousData,
    enabled,
  });
  const isRequested = enabled && requestedPath === path;
  /** False while the preview belongs to an earlier path or scope. */
  const isCurrent = isRequested && !query.isPlaceholderData && query.data !== undefined;
  return {
    data: query.data,
    error: query.error,
    isCurrent,
    isRunning: enabled && query.isFetching,
    isCancelled: isRequested && !isCurrent && !query.isFetching && query.error === null,
    cancel: () => void client.cancelQueries({ queryKey: [KEY] }),
    refetch: query.refetch,
  };
}
