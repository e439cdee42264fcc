// Root component: context providers, the subscription to catalog changes, and the window.
import type { QueryClient } from "@tanstack/react-query";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { onCatalogChanged } from "../backend";
import type { CatalogCache } from "../backend/catalog-cache";
import { CatalogCacheContext } from "../backend/catalog-cache-context";
import { TooltipProvider } from "../kit/tooltip";
import { Window } from "./window";

export function App({ client, cache }: { client: QueryClient; cache: CatalogCache }) {
  useEffect(() => onCatalogChanged(({ revision }) => void cache.changed(revision)), [cache]);
  return (
    <QueryClientProvider client={client}>
      <CatalogCacheContext value={cache}>
        <TooltipProvider>
          <Window />
        </TooltipProvider>
      </CatalogCacheContext>
    </QueryClientProvider>
  );
}
