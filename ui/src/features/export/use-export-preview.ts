// What would be written where; asked again when target, choices, path or catalog change.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { ExportInput } from "../../backend";
import { backend } from "../../backend";
import { useDebouncedValue } from "../../shared/use-debounced-value";
import type { ExportScope } from "./export-input";

const PAUSE = 150;

export const exportPreviewQuery = (input: ExportInput, revision: number) =>
  queryOptions({
    queryKey: ["exportPreview", input, revision],
    queryFn: () => backend.previewExport(input),
    gcTime: 0,
    staleTime: 0,
    structuralSharing: false, // a report can speak of ten thousand tools
  });

/** `typed` is what the field holds; null until the person changes it, and then the backend's own choice is used. */
export function useExportPreview(asked: ExportScope, typed: string | null, revision: number) {
  const wanted = typed?.trim() || null;
  const path = useDebouncedValue(wanted, PAUSE);
  const query = useQuery({
    ...exportPreviewQuery({ ...asked, path, seen: [] }, revision),
    placeholderData: keepPreviousData,
  });
  /** False while the preview still speaks of an earlier path or choice. */
  const isCurrent = wanted === path && !query.isPlaceholderData && query.data !== undefined;
  return { data: query.data, error: query.error, isCurrent, refetch: query.refetch };
}
