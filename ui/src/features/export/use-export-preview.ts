// What would be written where; asked again when target, environment, path or catalog change.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ExportInput } from "../../backend";
import { backend } from "../../backend";

const PAUSE = 150;

export const exportPreviewQuery = (input: ExportInput, revision: number) =>
  queryOptions({
    queryKey: ["exportPreview", input, revision],
    queryFn: () => backend.previewExport(input),
    gcTime: 0,
    staleTime: 0,
  });

/** `typed` is what the field holds; null until the person changes it, and then the backend's own choice is used. */
export function useExportPreview(what: Omit<ExportInput, "path">, typed: string | null, revision: number) {
  const [path, setPath] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPath(typed?.trim() || null), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({ ...exportPreviewQuery({ ...what, path }, revision), placeholderData: keepPreviousData });
  /** False while the preview still speaks of an earlier path or environment. */
  const isCurrent = (typed?.trim() || null) === path && !query.isPlaceholderData;
  return { data: query.data, error: query.error, isCurrent };
}
