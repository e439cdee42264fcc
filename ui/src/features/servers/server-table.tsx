// All servers in a table: state as shape and word, what they offer, how they speak. One of them is selected.
import { Square } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { ServerView } from "../../backend";
import { IconButton } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerState, STATE_WORD } from "../../shared/server-state";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import type { Running } from "./scans";
import { phaseWords, useScans } from "./scans";
import { KIND, latencyWords, protocolWords, readWords } from "./server-labels";
import table from "../../shared/table.module.css";
import styles from "./server-table.module.css";

type Props = {
  servers: readonly ServerView[];
  selected: string | null;
  onSelect: (server: string) => void;
  onStop: (server: string) => void;
};

export function ServerTable({ servers, selected, onSelect, onStop }: Props) {
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
  return (
    <table className={`${table.table} ${styles.table}`} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <th scope="col">Server</th>
          <th scope="col">State</th>
          <th scope="col" data-number>
            Tools
          </th>
          <th scope="col" className={styles.roomy}>
            Protocol
          </th>
          <th scope="col" className={styles.roomy} data-number>
            Latency
          </th>
          <th scope="col">Last read</th>
          <th scope="col">
            <VisuallyHidden>Stop</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {servers.map((server) => {
          const { icon: Kind, word } = KIND[server.reach.kind];
          const under = running[server.name];
          const connecting = under !== undefined || server.state === "connecting";
          return (
            // A pointer may press the row anywhere; the button in it is what keyboards and screen readers reach.
            <tr
              key={server.name}
              data-testid={`server-${server.name}`}
              data-current={server.name === selected || undefined}
              onClick={() => onSelect(server.name)}
            >
              <td>
                <button
                  type="button"
                  className={styles.name}
                  data-name
                  aria-current={server.name === selected || undefined}
                >
                  <Kind size={14} role="img" aria-hidden={false} aria-label={word} />
                  <ServerText text={server.name} />
                </button>
              </td>
              <td>
                <StateCell server={server} under={under} />
              </td>
              <td data-number>{server.tools.toLocaleString("en")}</td>
              <td className={styles.roomy}>
                <ServerText text={protocolWords(server)} />
              </td>
              <td className={styles.roomy} data-number>
                {latencyWords(server.latencyMs)}
              </td>
              <td>{readWords(server, now)}</td>
              <td className={styles.stop}>
                {connecting ? (
                  <IconButton label={`Stop ${asPlainString(server.name)}`} onClick={() => onStop(server.name)}>
                    <Square size={12} strokeWidth={2.25} aria-hidden="true" />
                  </IconButton>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function StateCell({ server, under }: { server: ServerView; under: Running | undefined }) {
  const state = under ? "connecting" : server.state;
  return (
    <span className={styles.state} data-state={state}>
      <ServerState state={state} silent />
      <span>{under ? phaseWords(under) : STATE_WORD[state]}</span>
      {server.live && !under ? <span className={styles.live}>live</span> : null}
      {server.stale && !under ? <span className={styles.stale}>older tools</span> : null}
    </span>
  );
}
