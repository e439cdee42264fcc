// Renders the whole window over a fake backend.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../src/app/app";
import { CatalogCache } from "../src/backend/catalog-cache";
import { createQueryClient } from "../src/backend/queries";
import type { ViewState } from "../src/shared/view-state";
import { useView } from "../src/shared/view-state";
import { freshAppearance } from "./fresh-appearance";
import { USER_EVENT } from "./virtual-clock";

/** `start` says what the window shows at first. A page that is not about the catalog starts without it: its cards and the
 * tool panel are most of the window's components. */
export function renderApp(start: Partial<ViewState> = {}) {
  freshAppearance();
  useView.setState(start);
  const client = createQueryClient();
  const cache = new CatalogCache(client);
  const user = userEvent.setup(USER_EVENT);
  return { user, client, cache, ...render(<App client={client} cache={cache} />) };
}
