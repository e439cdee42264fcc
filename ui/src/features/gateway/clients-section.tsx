// Connected clients of every proxy on this machine that uses this store, or instructions to connect one.
import { Terminal } from "lucide-react";
import type { ConnectedClient, GatewayView } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { CopyButton } from "../../kit/copy-button";
import { couldNotCopy } from "../../shared/could-not-copy";
import { exactly } from "../../shared/day";
import { useNavigation } from "../../shared/navigation";
import { ServerText } from "../../shared/server-text";
import { clientConfiguration } from "./configuration";
import { PEER, PeerLine, PeerList } from "./peer-list";
import { formatActivity, strings, TRANSPORT_LABELS } from "./strings";
import styles from "./gateway-page.module.css";

const text = strings.clients;

const keyOf = ({ name, since, server }: ConnectedClient): string => `${since} ${server} ${name}`;

export function ClientsSection({ view, now }: { view: GatewayView; now: number }) {
  const { clients, running } = view;
  const open = useNavigation((state) => state.open);
  return (
    <section className={styles.section} aria-labelledby="gateway-clients" data-testid="gateway-clients">
      <h2 id="gateway-clients">
        {text.title} <span>{clients.length.toLocaleString("en")}</span>
        <Button size="small" look="quiet" className={styles.after ?? ""} onClick={() => open({ kind: "connectClient" })}>
          {text.connect}
        </Button>
      </h2>
      {clients.length > 0 ? (
        <PeerList
          label={text.title}
          peers={clients}
          keyOf={keyOf}
          heightOf={() => PEER}
        >
          {(client) => <Client client={client} now={now} />}
        </PeerList>
      ) : running ? (
        <div className={styles.none}>
          <p>{text.emptyOn}</p>
          <div className={styles.configuration}>
            <CopyButton
              worded
              label={text.copyConfiguration}
              text={async () => clientConfiguration(running.url, await backend.gatewayToken())}
              onFailed={couldNotCopy}
            />
            <p>{text.configuration}</p>
          </div>
        </div>
      ) : (
        <div className={styles.none}>
          <p>{text.emptyOff}</p>
          <p>{text.alternative}</p>
        </div>
      )}
    </section>
  );
}

function Client({ client, now }: { client: ConnectedClient; now: number }) {
  const { name, version, transport, server, calls, since } = client;
  return (
    <PeerLine
      mark={<Terminal size={14} aria-hidden="true" />}
      name={name === null ? text.unnamed : <ServerText text={name} limit={2} />}
      sub={
        <span title={text.since(exactly(since))}>
          {version === null ? null : (
            <>
              <ServerText text={version} limit={1} />
              {" · "}
            </>
          )}
          {server === null ? (
            TRANSPORT_LABELS[transport]
          ) : (
            <>
              {text.wraps} <ServerText text={server} limit={1} />
            </>
          )}
          {` · ${formatActivity(client, now)}`}
        </span>
      }
      after={text.calls(calls)}
    />
  );
}
