// What is asked about findings, and kept until the store changes.
import { queryOptions } from "@tanstack/react-query";
import type { FindingsInput, FixesInput } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const findingsQuery = (input: FindingsInput) =>
  queryOptions({
    queryKey: ["findings", input],
    queryFn: () => backend.findings(input),
    structuralSharing: false, // two thousand rows are not compared deeply
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

/** Never kept: what is agreed to is what is there now. */
export const fixesQuery = (input: FixesInput) =>
  queryOptions({
    queryKey: ["fixes", input],
    queryFn: () => backend.previewFixes(input),
    staleTime: 0,
    gcTime: 0,
    meta: STORED,
  });
