// Renders the whole window.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../src/app/app";
import { CatalogCache } from "../src/backend/catalog-cache";
import { createQueryClient } from "../src/backend/queries";
import type { CatalogFilter } from "../src/shared/catalog-filter";
import { useCatalogFilter } from "../src/shared/catalog-filter";
import type { Navigation } from "../src/shared/navigation";
import { useNavigation } from "../src/shared/navigation";
import type { Selection } from "../src/shared/selection";
import { useSelection } from "../src/shared/selection";
import { freshAppearance } from "./fresh-appearance";
import { USER_EVENT } from "./virtual-clock";

/** Initial state of the stores. Tests of other pages start without the catalog: its cards and the tool panel are most of the
 * window's components. */
type Start = Partial<Navigation & CatalogFilter & Selection>;

function startWith(start: Start): void {
  const applyTo = <T extends object>(store: { getInitialState: () => T; setState: (part: Partial<T>) => void }) =>
    store.setState(Object.fromEntries(Object.entries(start).filter(([key]) => key in store.getInitialState())) as Partial<T>);
  applyTo(useNavigation);
  applyTo(useCatalogFilter);
  applyTo(useSelection);
}

export function renderApp(start: Start = {}) {
  freshAppearance();
  startWith(start);
  const client = createQueryClient();
  const cache = new CatalogCache(client);
  const user = userEvent.setup(USER_EVENT);
  return { user, client, cache, ...render(<App client={client} cache={cache} />) };
}
