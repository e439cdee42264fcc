// The window: sidebar, the current view, bottom bar, and what floats above them.
import { asBackendError } from "../backend";
import { CatalogPage } from "../features/catalog/catalog-page";
import { CatalogFailed, CatalogLoading } from "../features/catalog/states";
import { useCatalog } from "../features/catalog/use-catalog-model";
import { ExportPage } from "../features/export/export-page";
import { ScanToasts } from "../features/servers/scan-toasts";
import { ServersPage } from "../features/servers/servers-page";
import { ToastPlace } from "../kit/toast";
import { useView } from "../shared/view-state";
import { BottomBar } from "./bottom-bar";
import { Dialogs } from "./dialogs";
import { FirstRun } from "./first-run";
import { ReadOnlyBanner } from "./read-only-banner";
import { Sidebar } from "./sidebar";
import { useWindowKeys } from "./keymap";
import styles from "./window.module.css";

export function Window() {
  const { data: catalog, error, refetch } = useCatalog();
  const view = useView((state) => state.view);
  useWindowKeys();
  const isFirstRun = catalog?.servers.length === 0;
  return (
    <>
      {isFirstRun ? (
        <FirstRun readOnly={catalog.readOnly} />
      ) : (
        <div className={styles.window} data-view={view}>
          {catalog?.readOnly ? <ReadOnlyBanner why={catalog.readOnly} /> : null}
          <Sidebar catalog={catalog} />
          {catalog ? (
            view === "export" ? (
              <ExportPage catalog={catalog} />
            ) : view === "servers" ? (
              <ServersPage catalog={catalog} />
            ) : (
              <CatalogPage catalog={catalog} />
            )
          ) : (
            <main className={styles.waiting}>
              {error ? (
                <CatalogFailed error={asBackendError(error)} retry={() => void refetch()} />
              ) : (
                <CatalogLoading />
              )}
            </main>
          )}
          {catalog ? <BottomBar changes={catalog.changes} /> : null}
        </div>
      )}
      {catalog ? <Dialogs catalog={catalog} /> : null}
      <div className={styles.toasts} data-view={view}>
        <ScanToasts />
        <ToastPlace />
      </div>
    </>
  );
}
