// Hands the one CatalogCache to the components that change things.
import { createContext, useContext } from "react";
import type { CatalogCache } from "./catalog-cache";

export const CatalogCacheContext = createContext<CatalogCache | null>(null);

export function useCatalogCache(): CatalogCache {
  const cache = useContext(CatalogCacheContext);
  if (!cache) throw new Error("no CatalogCache above this component");
  return cache;
}
