// Queries of the changes that exported files lack, refetched whenever the store has changed.
import { queryOptions } from "@tanstack/react-query";
import type { ExportKey } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

/** Changes that one file lacks; with null, those that any file lacks. */
export const pendingQuery = (file: ExportKey | null) =>
  queryOptions({
    queryKey: ["pending", file],
    queryFn: () => backend.pending({ export: file }),
    structuralSharing: false, // the list can be as long as the catalog
    meta: STORED,
  });
