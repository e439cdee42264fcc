// Window: sidebar, current view, bottom bar, dialogs and toasts.
import { useEffect, useRef } from "react";
import type { Catalog } from "../backend";
import { asBackendError } from "../backend";
import { Approvals } from "../features/approvals/approvals";
import { CatalogPage } from "../features/catalog/catalog-page";
import { CatalogFailed, CatalogLoading } from "../features/catalog/states";
import { useCatalog } from "../features/catalog/use-catalog-model";
import { ExportPage } from "../features/export/export-page";
import { FindingsPage } from "../features/findings/findings-page";
import { GatewayPage } from "../features/gateway/gateway-page";
import { HistoryPage } from "../features/history/history-page";
import { PreferencesPage } from "../features/preferences/preferences-page";
import { ReviewPage } from "../features/review/review-page";
import { RulesPage } from "../features/rules/rules-page";
import { ScanToasts } from "../features/servers/scan-toasts";
import { ServersPage } from "../features/servers/servers-page";
import { StoreFailed, isStoreFailure } from "../features/store/store-failed";
import { useRestoreOutcome } from "../features/store/restore-outcome";
import { StoreRestored } from "../features/store/store-restored";
import { ToolsetPage } from "../features/toolsets/toolset-page";
import { focusHeading } from "../kit/return-focus";
import { ToastPlace } from "../kit/toast";
import type { View } from "../shared/navigation";
import { useNavigation } from "../shared/navigation";
import { Dialogs } from "./dialogs";
import { FirstRun } from "./first-run";
import { Panes } from "./panes";
import { ShortcutList } from "./shortcut-list";
import { useWindowKeys } from "./use-window-keys";
import styles from "./window.module.css";

export function Window() {
  const { data: catalog, error, refetch } = useCatalog();
  const view = useNavigation((state) => state.view);
  useWindowKeys();
  const outcome = useRestoreOutcome((state) => state.outcome);
  const failure = error ? asBackendError(error) : null;
  const isFirstRun = catalog?.servers.length === 0 && view !== "preferences";
  return (
    <>
      {outcome ? (
        <StoreRestored outcome={outcome} />
      ) : failure && isStoreFailure(failure) ? (
        <StoreFailed error={failure} retry={() => void refetch()} />
      ) : isFirstRun ? (
        <FirstRun readOnly={catalog.readOnly} />
      ) : (
        <Panes catalog={catalog}>
          {catalog ? (
            <Page view={view} catalog={catalog} />
          ) : (
            <main className={styles.loading}>
              {failure ? (
                <CatalogFailed error={failure} retry={() => void refetch()} />
              ) : (
                <CatalogLoading />
              )}
            </main>
          )}
        </Panes>
      )}
      {catalog && !outcome ? <Dialogs catalog={catalog} /> : null}
      <Approvals />
      <div className={styles.toasts} data-view={view}>
        <ScanToasts />
        <ToastPlace />
      </div>
    </>
  );
}

/** The page that had the focus is unmounted, so the focus moves to the heading of the new one. */
function useHeadingFocus(view: View): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current !== view) focusHeading();
    shown.current = view;
  }, [view]);
}

function Page({ view, catalog }: { view: View; catalog: Catalog }) {
  useHeadingFocus(view);
  switch (view) {
    case "findings":
      return <FindingsPage catalog={catalog} />;
    case "export":
      return <ExportPage catalog={catalog} />;
    case "gateway":
      return <GatewayPage catalog={catalog} />;
    case "servers":
      return <ServersPage catalog={catalog} />;
    case "review":
      return <ReviewPage />;
    case "toolset":
      return <CurrentToolset catalog={catalog} />;
    case "history":
      return <HistoryPage />;
    case "rules":
      return <RulesPage catalog={catalog} />;
    case "preferences":
      return <PreferencesPage catalog={catalog} shortcuts={<ShortcutList level="h3" />} />;
    case "catalog":
      return <CatalogPage catalog={catalog} />;
  }
}

function CurrentToolset({ catalog }: { catalog: Catalog }) {
  const name = useNavigation((state) => state.toolset);
  return name === null ? <CatalogPage catalog={catalog} /> : <ToolsetPage key={name} catalog={catalog} name={name} />;
}
