// What is asked of the backend and kept: query keys, options and the one client.
import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { ToolKey } from "./index";
import { backend } from "./index";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The store is local: nothing goes stale by itself, events say when it changed.
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

export const catalogQuery = queryOptions({
  queryKey: ["catalog"],
  queryFn: () => backend.catalog(),
  gcTime: Infinity,
  structuralSharing: false, // ten thousand cards are compared by identity, never deeply
});

export const toolQuery = (key: ToolKey) =>
  queryOptions({
    queryKey: ["tool", key.server, key.tool],
    queryFn: () => backend.tool({ server: key.server, tool: key.tool }),
    gcTime: 60_000,
  });

export const targetsQuery = queryOptions({ queryKey: ["targets"], queryFn: () => backend.targets() });
