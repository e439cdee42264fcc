// React context that provides the CatalogCache to components that run mutations.
import { createContext, useContext } from "react";
import type { CatalogCache } from "./catalog-cache";

export const CatalogCacheContext = createContext<CatalogCache | null>(null);

export function useCatalogCache(): CatalogCache {
  const cache = useContext(CatalogCacheContext);
  if (!cache) throw new Error("no CatalogCache above this component");
  return cache;
}
