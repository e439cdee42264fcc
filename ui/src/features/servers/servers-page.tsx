// Servers page: table of all servers, and beside it the details of the selected one.
import { Plus, RefreshCw, Server, Square } from "lucide-react";
import type { Catalog } from "../../backend";
import { Button } from "../../kit/button";
import { counted } from "../../shared/ago";
import { EmptyState } from "../../shared/empty-state";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "./scans";
import { ServerDetail } from "./server-detail";
import { ServerTable } from "./server-table";
import { useServerActions } from "./use-server-actions";
import page from "../../shared/page.module.css";
import styles from "./servers-page.module.css";

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
  const reading = Object.values(running).filter(({ phase }) => phase !== "signingIn").length;
  const readable = servers.filter((s) => s.enabled).map((s) => s.name);
  const ready = servers.filter((s) => s.state === "ready").length;
  return (
    <main className={page.main} data-testid="servers">
      <div className={page.head}>
        <h1 className={page.title}>Servers</h1>
        <span className={page.about} role="status">
          {reading > 0
            ? `Reading ${counted(reading, "server")}…`
            : runningNames.length > 0
              ? "Waiting for your browser…"
              : `${ready.toLocaleString("en")} of ${servers.length.toLocaleString("en")} ready`}
        </span>
        {runningNames.length > 0 ? (
          <Button onClick={() => runningNames.forEach((name) => void actions.cancel(name))}>
            <Square size={14} aria-hidden="true" />
            Stop all
          </Button>
        ) : (
          <Button disabled={readOnly || readable.length === 0} onClick={() => void actions.readAll(readable)}>
            <RefreshCw size={14} aria-hidden="true" />
            Read all
          </Button>
        )}
        <Button disabled={readOnly} onClick={() => open({ kind: "addServer", tab: "command" })}>
          <Plus size={14} aria-hidden="true" />
          Add…
        </Button>
      </div>
      {server ? (
        <div className={`${page.columns} ${styles.columns}`}>
          <div className={styles.list}>
            <ServerTable
              servers={servers}
              selected={server.name}
              onSelect={showServers}
              onStop={(name) => void actions.cancel(name)}
            />
          </div>
          <section
            key={server.name}
            className={`${page.pane} ${styles.detail}`}
            aria-label="Details"
            data-testid="server-detail"
            data-server={server.name}
          >
            <ServerDetail server={server} readOnly={readOnly} />
          </section>
        </div>
      ) : (
        <EmptyState icon={Server} title="No servers yet">
          <p>Add one by its command, its address, a document, or from another client.</p>
        </EmptyState>
      )}
    </main>
  );
}
