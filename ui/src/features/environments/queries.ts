// Queries about environments.
import { queryOptions } from "@tanstack/react-query";
import type { EnvironmentPair } from "../../backend";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const environmentsQuery = queryOptions({
  queryKey: ["environments"],
  queryFn: () => backend.environments(),
  meta: STORED,
});

export const comparisonQuery = (pair: EnvironmentPair) =>
  queryOptions({
    queryKey: ["comparison", pair],
    queryFn: () => backend.compareEnvironments(pair),
    gcTime: 0,
    staleTime: 0,
    meta: STORED,
  });

export const promotionQuery = (pair: EnvironmentPair) =>
  queryOptions({
    queryKey: ["promotion", pair],
    queryFn: () => backend.previewPromote(pair),
    gcTime: 0,
    staleTime: 0,
    meta: STORED,
  });
