// TanStack queries of the backend: the query client, query keys and options.
import { infiniteQueryOptions, QueryClient, queryOptions } from "@tanstack/react-query";
import type { ToolKey } from "./index";
import { backend } from "./index";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The store is local: data becomes stale only through a change event, never through time.
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** Query metadata of data from the store: such queries are refetched after each change of the store. */
export const STORED = { stored: true } as const;

export const catalogQuery = queryOptions({
  queryKey: ["catalog"],
  queryFn: () => backend.catalog(),
  gcTime: Infinity,
  structuralSharing: false, // a deep comparison of ten thousand cards is too slow; they are compared by identity
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
  structuralSharing: false, // can have as many items as the catalog
  gcTime: 10_000, // for the same reason it is not kept long after the page is left
  meta: STORED,
});

const HISTORY_PAGE = 50;

/** The history, or the entries that contain every word of `search`. */
export const historyQuery = (search = "") =>
  infiniteQueryOptions({
    queryKey: ["history", search],
    queryFn: ({ pageParam }) => backend.history({ before: pageParam, limit: HISTORY_PAGE, ...(search === "" ? {} : { search }) }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.entries.at(-1)?.id ?? null) : null),
    meta: STORED,
  });

/** Description coverage of parameters, by server and by toolset. */
export const coverageQuery = queryOptions({ queryKey: ["coverage"], queryFn: () => backend.coverage(), meta: STORED });

export const targetsQuery = queryOptions({ queryKey: ["targets"], queryFn: () => backend.targets() });

/** Always stale, like `importsQuery`: a keychain can be locked at any time, and other programs change their files. */
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

/** Problems of a server's last scan. */
export const scanProblemsQuery = (server: string) =>
  queryOptions({
    queryKey: ["scanProblems", server],
    queryFn: () => backend.scanProblems({ server }),
    meta: STORED,
  });

export const registryQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ["registry", query],
    queryFn: ({ pageParam }) => backend.registryPage({ query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    gcTime: 60_000,
  });
