// Hook for the decisions of this window.
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { Decisions } from "./decisions";

export function useDecisions(): Decisions {
  const client = useQueryClient();
  const cache = useCatalogCache();
  return useMemo(() => decisionsOf(client, cache), [client, cache]);
}

const known = new WeakMap<CatalogCache, Decisions>();

/** One instance per catalog cache: shortcuts and panel must share the pending decisions. */
function decisionsOf(client: QueryClient, cache: CatalogCache): Decisions {
  let decisions = known.get(cache);
  if (!decisions) {
    decisions = new Decisions(client, cache);
    known.set(cache, decisions);
  }
  return decisions;
}
