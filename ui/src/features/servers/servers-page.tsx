// Servers page: table of all servers, and beside it the details of the selected one.
import { Plug, Plus, RefreshCw, Server, Square } from "lucide-react";
import type { Catalog } from "../../backend";
import { Button } from "../../kit/button";
import { EmptyState } from "../../shared/empty-state";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "./scans";
import { ServerDetail } from "./server-detail";
import { ServerTable } from "./server-table";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";
import page from "../../shared/page.module.css";
import styles from "./servers-page.module.css";

const text = strings.page;

/** The active toolset, if it offers no tool of the server. */
const hiddenBy = ({ toolsets }: Catalog, server: string): string | null =>
  toolsets.find(({ active, hiddenServers }) => active && hiddenServers.includes(server))?.name ?? null;

export function ServersPage({ catalog }: { catalog: Catalog }) {
  const detail = useNavigation((state) => state.detail);
  const showServers = useNavigation((state) => state.showServers);
  const open = useNavigation((state) => state.open);
  const running = useScans((state) => state.running);
  const actions = useServerActions();
  const { servers } = catalog;
  const readOnly = catalog.readOnly !== null;
  const server = servers.find((s) => s.name === detail) ?? servers[0];
  const runningNames = Object.keys(running);
  const scanning = Object.values(running).filter(({ phase }) => phase !== "signingIn").length;
  const enabled = servers.filter((s) => s.enabled).map((s) => s.name);
  const ready = servers.filter((s) => s.state === "ready").length;
  return (
    <main className={page.main} data-testid="servers">
      <div className={page.head}>
        <h1 className={page.title}>{text.title}</h1>
        <span className={page.about} role="status">
          {scanning > 0 ? text.scanning(scanning) : runningNames.length > 0 ? text.signingIn : text.ready(ready, servers.length)}
        </span>
        {runningNames.length > 0 ? (
          <Button onClick={() => runningNames.forEach((name) => void actions.cancel(name))}>
            <Square size={14} aria-hidden="true" />
            {text.stopAll}
          </Button>
        ) : (
          <Button disabled={readOnly || enabled.length === 0} onClick={() => void actions.scanAll(enabled)}>
            <RefreshCw size={14} aria-hidden="true" />
            {text.scanAll}
          </Button>
        )}
        <Button onClick={() => open({ kind: "connectClient" })}>
          <Plug size={14} aria-hidden="true" />
          {text.connectClient}
        </Button>
        <Button disabled={readOnly} onClick={() => open({ kind: "addServer", tab: "command" })}>
          <Plus size={14} aria-hidden="true" />
          {text.add}
        </Button>
      </div>
      {server ? (
        <div className={`${page.columns} ${styles.columns}`}>
          <div className={styles.list}>
            <ServerTable
              servers={servers}
              selected={server.name}
              onSelect={showServers}
              onScan={(name) => void actions.scan(name)}
              readOnly={readOnly}
              onStop={(name) => void actions.cancel(name)}
            />
          </div>
          <section
            key={server.name}
            className={`${page.pane} ${styles.detail}`}
            aria-label={text.detail}
            data-testid="server-detail"
            data-server={server.name}
          >
            <ServerDetail server={server} hiddenBy={hiddenBy(catalog, server.name)} readOnly={readOnly} />
          </section>
        </div>
      ) : (
        <EmptyState icon={Server} title={text.emptyTitle}>
          <p>{text.empty}</p>
        </EmptyState>
      )}
    </main>
  );
}
