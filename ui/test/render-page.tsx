// Renders one page with its providers, toasts, the dialogs that ask before decisions are loosened, and the window's shortcuts.
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { useWindowKeys } from "../src/app/use-window-keys";
import { CatalogCache } from "../src/backend/catalog-cache";
import { CatalogCacheContext } from "../src/backend/catalog-cache-context";
import { createQueryClient } from "../src/backend/queries";
import { AcceptDialog } from "../src/features/bulk/accept-dialog";
import { useCatalog } from "../src/features/catalog/use-catalog-model";
import { MoveDialog } from "../src/features/review/move-dialog";
import { ToastPlace } from "../src/kit/toast";
import { TooltipProvider } from "../src/kit/tooltip";
import { useNavigation } from "../src/shared/navigation";
import { freshAppearance } from "./fresh-appearance";
import { USER_EVENT } from "./virtual-clock";

function PageFrame({ children }: { children: ReactNode }) {
  const { data: catalog } = useCatalog();
  const dialog = useNavigation((state) => state.dialog);
  const close = () => useNavigation.getState().open(null);
  const readOnly = catalog?.readOnly != null;
  useWindowKeys();
  return (
    <>
      {children}
      {dialog?.kind === "accept" ? <AcceptDialog request={dialog.request} readOnly={readOnly} onClose={close} /> : null}
      {dialog?.kind === "moveDecisions" ? <MoveDialog request={dialog.request} readOnly={readOnly} onClose={close} /> : null}
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
