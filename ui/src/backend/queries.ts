// What is asked of the backend and kept: query keys, options and the one client.
import { infiniteQueryOptions, QueryClient, queryOptions } from "@tanstack/react-query";
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

/** A keychain can be locked or unlocked at any time, and files of other programs change: both are asked each time. */
export const secretsQuery = queryOptions({ queryKey: ["secrets"], queryFn: () => backend.secrets(), staleTime: 0 });

export const importsQuery = queryOptions({
  queryKey: ["imports"],
  queryFn: () => backend.findImports(),
  staleTime: 0,
});

export const outputQuery = (server: string, readAt: string | null) =>
  queryOptions({
    queryKey: ["output", server, readAt],
    queryFn: () => backend.serverOutput({ server }),
    staleTime: 0,
    gcTime: 0,
  });

export const registryQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ["registry", query],
    queryFn: ({ pageParam }) => backend.registryPage({ query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    gcTime: 60_000,
  });
