// Draws one page over a fake backend, with what every page needs around it and the window's own keys.
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { useWindowKeys } from "../src/app/keymap";
import { CatalogCache } from "../src/backend/catalog-cache";
import { CatalogCacheContext } from "../src/backend/catalog-cache-context";
import { createQueryClient } from "../src/backend/queries";
import { useCatalog } from "../src/features/catalog/use-catalog-model";
import { useDesk } from "../src/features/approvals/desk";
import { useDrafts } from "../src/features/notes/drafts";
import { useFindingsFilter } from "../src/features/findings/findings-filter";
import { useSitting } from "../src/features/review/sitting";
import { ToastPlace } from "../src/kit/toast";
import { useToast } from "../src/kit/toast-store";
import { TooltipProvider } from "../src/kit/tooltip";
import { freshAppearance } from "./fresh-appearance";
import { useView } from "../src/shared/view-state";

function Around({ children }: { children: ReactNode }) {
  useCatalog();
  useWindowKeys();
  return (
    <>
      {children}
      <ToastPlace />
    </>
  );
}

export function renderPage(page: ReactNode) {
  useView.setState(useView.getInitialState(), true);
  freshAppearance();
  useSitting.setState(useSitting.getInitialState(), true);
  useDesk.setState(useDesk.getInitialState(), true);
  useFindingsFilter.setState(useFindingsFilter.getInitialState(), true);
  useDrafts.setState(useDrafts.getInitialState(), true);
  useToast.setState({ toast: null });
  const client = createQueryClient();
  const cache = new CatalogCache(client);
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const drawn = render(
    <QueryClientProvider client={client}>
      <CatalogCacheContext value={cache}>
        <TooltipProvider>
          <Around>{page}</Around>
        </TooltipProvider>
      </CatalogCacheContext>
    </QueryClientProvider>,
  );
  return { user, client, cache, ...drawn };
}
