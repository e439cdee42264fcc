// Queries about toolsets.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ToolsetFormat } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const toolsetQuery = (name: string) =>
  queryOptions({
    queryKey: ["toolset", name],
    queryFn: () => backend.toolsetView({ name }),
    structuralSharing: false, // a toolset can have thousands of members
    gcTime: 60_000,
    meta: STORED,
  });

export const toolsetFileQuery = (name: string, format: ToolsetFormat) =>
  queryOptions({
    queryKey: ["toolset-file", name, format],
    queryFn: () => backend.renderToolsetFile({ names: [name], format }),
    gcTime: 0,
    staleTime: 0,
    meta: STORED,
  });

export const toolsetImportQuery = (path: string) =>
  queryOptions({
    queryKey: ["toolset-import", path],
    queryFn: () => backend.previewToolsetImport({ path }),
    enabled: path !== "",
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: STORED,
  });

/** Tools that match a filter, and problems with its terms. */
export const filterReachQuery = (query: string) =>
  queryOptions({
    queryKey: ["filter-reach", query],
    queryFn: () => backend.search({ query }),
    enabled: query !== "",
    structuralSharing: false,
    gcTime: 0,
    meta: STORED,
  });
