// Catalog states without cards: loading, failed, no tools, no match.
import { CircleX, LayoutGrid, Search } from "lucide-react";
import { KeyHint } from "../../shared/key-hint";
import type { BackendError, ServerView } from "../../backend";
import { Button } from "../../kit/button";
import { counted } from "../../shared/ago";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { useCatalogFilter } from "../../shared/catalog-filter";
import styles from "./states.module.css";

export function CatalogLoading() {
  return (
    <div className={styles.skeletons} aria-busy="true" role="status" aria-label="Loading the catalog">
      {Array.from({ length: 9 }, (_, index) => (
        <div key={index} className={styles.skeleton}>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}

export function CatalogFailed({ error, retry }: { error: BackendError; retry: () => void }) {
  return (
    <EmptyState
      icon={CircleX}
      title="The catalog could not be read"
      action={
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      <p>
        <ServerText text={errorMessage(error)} />
      </p>
    </EmptyState>
  );
}

export function NoMatch({ hidden }: { hidden: number }) {
  const query = useCatalogFilter((state) => state.query);
  const clearFilter = useCatalogFilter((state) => state.clearFilter);
  return (
    <EmptyState
      icon={Search}
      title="No tool matches"
      action={
        <Button size="small" onClick={clearFilter}>
          Clear filter
          <KeyHint of="catalog.clear" />
        </Button>
      }
    >
      {query ? <code>{query}</code> : null}
      <p>
        {counted(hidden, "tool")} {hidden === 1 ? "is" : "are"} hidden by this filter.
      </p>
    </EmptyState>
  );
}

function noToolsTitle(server: ServerView | undefined): string {
  if (!server) return "No tools yet";
  if (!server.enabled) return "This server is off";
  return server.scannedAt === null ? "This server was not read yet" : "This server offers no tools";
}

/** Empty state of one server; of all servers if `server` is undefined. */
export function NoTools({ server }: { server: ServerView | undefined }) {
  const showServers = useNavigation((state) => state.showServers);
  return (
    <EmptyState
      icon={LayoutGrid}
      title={noToolsTitle(server)}
      action={
        <Button size="small" onClick={() => showServers(server?.name)}>
          {server ? "Details" : "Servers"}
        </Button>
      }
    >
      <p>Tools appear here as soon as {server ? "it" : "a server"} has been read.</p>
    </EmptyState>
  );
}
