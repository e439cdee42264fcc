// Shows the tools of a toolset in the catalog, without any other filter that could hide them.
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useNavigation } from "../../shared/navigation";

export function showInCatalog(toolset: string): void {
  useNavigation.getState().showCatalog(null);
  const { setBehaviour, setQuery } = useCatalogFilter.getState();
  setBehaviour("all");
  // The trailing space turns the term into a chip.
  setQuery(`toolset:${toolset} `);
}
