// Shows the tools of a toolset in the catalog, with nothing else that could hide them.
import { useView } from "../../shared/view-state";

export function showInCatalog(toolset: string): void {
  const view = useView.getState();
  view.showCatalog(null);
  view.setBehaviour("all");
  // The space makes it a chip.
  view.setQuery(`toolset:${toolset} `);
}
