// Queries about preferences and the registry address.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: () => backend.preferences(),
  meta: STORED,
});

export const registryAddressQuery = queryOptions({
  queryKey: ["registryAddress"],
  queryFn: () => backend.registryAddress(),
  staleTime: 0,
});
