// Preview of an export, refetched when target, options, path or catalog change.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { ExportInput } from "../../backend";
import { backend } from "../../backend";
import { useDebouncedValue } from "../../shared/use-debounced-value";
import type { ExportScope } from "./export-input";

const DEBOUNCE_MS = 150;

export const exportPreviewQuery = (input: ExportInput, revision: number) =>
  queryOptions({
    queryKey: ["exportPreview", input, revision],
    queryFn: () => backend.previewExport(input),
    gcTime: 0,
    staleTime: 0,
    structuralSharing: false, // a report can contain ten thousand tools
  });

/** `typed`: text of the path field; null until the user edits it, and then the backend uses its default path. */
export function useExportPreview(scope: ExportScope, typed: string | null, revision: number, enabled: boolean) {
  const requestedPath = typed?.trim() || null;
  const path = useDebouncedValue(requestedPath, DEBOUNCE_MS);
  const query = useQuery({
    ...exportPreviewQuery({ ...scope, path, seen: [] }, revision),
    placeholderData: keepPreviousData,
    enabled,
  });
  /** False while the preview belongs to an earlier path or scope. */
  const isCurrent = enabled && requestedPath === path && !query.isPlaceholderData && query.data !== undefined;
  return { data: query.data, error: query.error, isCurrent, refetch: query.refetch };
}
