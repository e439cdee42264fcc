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

/** Marks what is read from the store: asked again whenever the store has changed. */
export const STORED = { stored: true } as const;

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
    meta: STORED,
  });

export const reviewQuery = queryOptions({
  queryKey: ["review"],
  queryFn: () => backend.reviewQueue(),
  structuralSharing: false, // as long as the catalog
  meta: STORED,
});

const HISTORY_PAGE = 50;

export const historyQuery = infiniteQueryOptions({
  queryKey: ["history"],
  queryFn: ({ pageParam }) => backend.history({ before: pageParam, limit: HISTORY_PAGE }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => (page.more ? (page.entries.at(-1)?.id ?? null) : null),
  meta: STORED,
});

/** How well parameters are described, by server and by toolset. */
export const coverageQuery = queryOptions({ queryKey: ["coverage"], queryFn: () => backend.coverage(), meta: STORED });

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
