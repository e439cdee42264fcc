// Draws the whole window over a fake backend, each time with fresh state.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../src/app/app";
import { CatalogCache } from "../src/backend/catalog-cache";
import { createQueryClient } from "../src/backend/queries";
import { useToast } from "../src/kit/toast-store";
import { useDesk } from "../src/features/approvals/desk";
import { useDrafts } from "../src/features/notes/drafts";
import { useFindingsFilter } from "../src/features/findings/findings-filter";
import { useSitting } from "../src/features/review/sitting";
import { useScans } from "../src/features/servers/scans";
import { freshAppearance } from "./fresh-appearance";
import { useView } from "../src/shared/view-state";

export function renderApp() {
  useView.setState(useView.getInitialState(), true);
  freshAppearance();
  useToast.setState({ toast: null });
  useScans.setState({ running: {} });
  useSitting.setState(useSitting.getInitialState(), true);
  useDesk.setState(useDesk.getInitialState(), true);
  useFindingsFilter.setState(useFindingsFilter.getInitialState(), true);
  useDrafts.setState(useDrafts.getInitialState(), true);
  const client = createQueryClient();
  const cache = new CatalogCache(client);
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  return { user, client, cache, ...render(<App client={client} cache={cache} />) };
}
