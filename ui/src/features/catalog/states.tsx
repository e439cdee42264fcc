// Catalog states without cards: loading, failed, no tools, no match.
import { CircleX, LayoutGrid, Search } from "lucide-react";
import { KeyHint } from "../../shared/key-hint";
import type { BackendError, ServerView } from "../../backend";
import { Button } from "../../kit/button";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { strings } from "./strings";
import styles from "./states.module.css";

export function CatalogLoading() {
  return (
    <div className={styles.skeletons} aria-busy="true" role="status" aria-label={strings.states.loading}>
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
      title={strings.states.failed}
      action={
        <Button size="small" onClick={retry}>
          {strings.states.retry}
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
      title={strings.states.noMatch}
      action={
        <Button size="small" onClick={clearFilter}>
          {strings.states.clearFilter}
          <KeyHint of="catalog.clear" />
        </Button>
      }
    >
      {query ? <code>{query}</code> : null}
      <p>{strings.states.hidden(hidden)}</p>
    </EmptyState>
  );
}

function noToolsText(server: ServerView | undefined): { title: string; text: string } {
  if (!server) return strings.states.noTools;
  if (!server.enabled) return strings.states.serverOff;
  return server.scannedAt === null ? strings.states.notScanned : strings.states.noneOffered;
}

/** Empty state of one server; of all servers if `server` is undefined. */
export function NoTools({ server }: { server: ServerView | undefined }) {
  const showServers = useNavigation((state) => state.showServers);
  const { title, text } = noToolsText(server);
  return (
    <EmptyState
      icon={LayoutGrid}
      title={title}
      action={
        <Button size="small" onClick={() => showServers(server?.name)}>
          {server ? strings.states.serverDetails : strings.states.noTools.action}
        </Button>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
