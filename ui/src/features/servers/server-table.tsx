// Table of all servers: state as icon and label, number of tools, protocol. One server is selected.
import { RefreshCw, Square } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { ServerView } from "../../backend";
import { IconButton } from "../../kit/button";
import type { Column } from "../../kit/table";
import { Table } from "../../kit/table";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerState, STATE_WORD } from "../../shared/server-state";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import type { Running } from "./scans";
import { useScans } from "./scans";
import { KIND_ICONS } from "./server-kind";
import { formatLatency, formatOperations, formatProtocol, formatScannedAt, formatScanPhase, KIND_LABELS, strings } from "./strings";
import styles from "./server-table.module.css";

const text = strings.table;

type Props = {
  servers: readonly ServerView[];
  selected: string | null;
  onSelect: (server: string) => void;
  onScan: (server: string) => void;
  onStop: (server: string) => void;
  readOnly: boolean;
};

export function ServerTable({ servers, selected, onSelect, onScan, onStop, readOnly }: Props) {
  const running = useScans((state) => state.running);
  const now = useNow();
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLElement)) return;
    const names = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-name]")];
    const next = names[names.findIndex((name) => name.closest("tr")?.contains(event.target as Node)) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  const columns: readonly Column<ServerView>[] = [
    {
      head: text.server,
      cell: ({ name, connection }) => {
        const Icon = KIND_ICONS[connection.kind];
        return (
          <button type="button" className={styles.name} data-name aria-current={name === selected || undefined}>
            <Icon size={14} role="img" aria-hidden={false} aria-label={KIND_LABELS[connection.kind]} />
            <ServerText text={name} />
          </button>
        );
      },
    },
    { head: text.state, cell: (server) => <StateCell server={server} running={running[server.name]} /> },
    {
      head: text.tools,
      number: true,
      cell: (server) => (
        <>
          {server.tools.toLocaleString("en")}{" "}
          {server.operations ? (
            <span className={`${styles.operations} ${styles.roomy}`} title={formatOperations(server) ?? undefined}>
              {text.ofOperations(server.operations.total)}
              <VisuallyHidden>{text.operations}</VisuallyHidden>
            </span>
          ) : null}
        </>
      ),
    },
    { head: text.protocol, className: styles.roomy, cell: (server) => <ServerText text={formatProtocol(server)} /> },
    { head: text.latency, className: styles.roomy, number: true, cell: ({ latencyMs }) => formatLatency(latencyMs) },
    { head: text.scannedAt, cell: (server) => formatScannedAt(server, now) },
    {
      head: text.actions,
      unseen: true,
      className: styles.stop,
      cell: ({ name, state, enabled }) =>
        running[name] !== undefined || state === "connecting" ? (
          <IconButton label={stopLabel(name, running[name])} onClick={() => onStop(name)}>
            <Square size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        ) : (
          <IconButton label={text.scan(asPlainString(name))} disabled={readOnly || !enabled} onClick={() => onScan(name)}>
            <RefreshCw size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        ),
    },
  ];
  return (
    <Table
      page
      className={styles.table}
      columns={columns}
      rows={servers}
      keyOf={({ name }) => name}
      // The pointer can click anywhere in the row; keyboards and screen readers reach the button in it.
      rowProps={({ name }) => ({
        "data-testid": `server-${name}`,
        "data-current": name === selected || undefined,
        onClick: () => onSelect(name),
      })}
      onKeyDown={onKeyDown}
    />
  );
}

const stopLabel = (server: string, running: Running | undefined): string =>
  running?.phase === "signingIn" ? text.cancelSignIn(asPlainString(server)) : text.stopScan(asPlainString(server));

function StateCell({ server, running }: { server: ServerView; running: Running | undefined }) {
  const state = running ? "connecting" : server.state;
  return (
    <span className={styles.state} data-state={state}>
      <ServerState state={state} silent />
      <span>{running ? formatScanPhase(running) : STATE_WORD[state]}</span>
      {server.live && !running ? <span className={styles.live}>{text.live}</span> : null}
      {server.stale && !running ? <span className={styles.stale}>{text.outdatedTools}</span> : null}
    </span>
  );
}
