// Queries of findings, readiness and fixes; the store's changes invalidate them.
import { queryOptions } from "@tanstack/react-query";
import type { FindingsInput, FixesInput } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const findingsQuery = (input: FindingsInput) =>
  queryOptions({
    queryKey: ["findings", input],
    queryFn: () => backend.findings(input),
    structuralSharing: false, // avoids a deep comparison of two thousand rows
    gcTime: 60_000,
    meta: STORED,
  });

export const readinessQuery = (server: string | null) =>
  queryOptions({
    queryKey: ["readiness", server],
    queryFn: () => backend.readiness({ server }),
    gcTime: 60_000,
    meta: STORED,
  });

/** Not cached: the user must confirm the current state. */
export const fixesQuery = (input: FixesInput) =>
  queryOptions({
    queryKey: ["fixes", input],
    queryFn: () => backend.previewFixes(input),
    staleTime: 0,
    gcTime: 0,
    meta: STORED,
  });
