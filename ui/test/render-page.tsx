// Renders one page with its providers, toasts and the window's shortcuts.
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { useWindowKeys } from "../src/app/use-window-keys";
import { CatalogCache } from "../src/backend/catalog-cache";
import { CatalogCacheContext } from "../src/backend/catalog-cache-context";
import { createQueryClient } from "../src/backend/queries";
import { useCatalog } from "../src/features/catalog/use-catalog-model";
import { ToastPlace } from "../src/kit/toast";
import { TooltipProvider } from "../src/kit/tooltip";
import { freshAppearance } from "./fresh-appearance";
import { USER_EVENT } from "./virtual-clock";

function PageFrame({ children }: { children: ReactNode }) {
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
  freshAppearance();
  const client = createQueryClient();
  const cache = new CatalogCache(client);
  const user = userEvent.setup(USER_EVENT);
  const rendered = render(
    <QueryClientProvider client={client}>
      <CatalogCacheContext value={cache}>
        <TooltipProvider>
          <PageFrame>{page}</PageFrame>
        </TooltipProvider>
      </CatalogCacheContext>
    </QueryClientProvider>,
  );
  return { user, client, cache, ...rendered };
}
