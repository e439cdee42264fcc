// Shows the tools of a toolset in the catalog, with nothing else that could hide them.
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useNavigation } from "../../shared/navigation";

export function showInCatalog(toolset: string): void {
  useNavigation.getState().showCatalog(null);
  const { setBehaviour, setQuery } = useCatalogFilter.getState();
  setBehaviour("all");
  // The space makes it a chip.
  setQuery(`toolset:${toolset} `);
}
