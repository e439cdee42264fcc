// Upstream servers of the gateway: state, number of served tools, and an action.
import type { ServedServer } from "../../backend";
import { Button } from "../../kit/button";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerState } from "../../shared/server-state";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "../servers/scans";
import { useServerActions } from "../servers/use-server-actions";
import { PEER, PeerLine, PeerList, MESSAGE_HEIGHT } from "./peer-list";
import { useRestartServed } from "./use-gateway-mutations";
import { serverStatus } from "./status";
import { formatServedStatus, strings } from "./strings";
import styles from "./gateway-page.module.css";
import peer from "./peer-list.module.css";

const text = strings.servers;

/** A ready server shows no message: its failure is over. One that needs the user shows it in its second line instead. */
const hasMessageLine = ({ message, state }: ServedServer): boolean =>
  message !== null && (state.is === "waiting" || state.is === "connecting" || state.is === "idle");
const needsUser = ({ state }: ServedServer): boolean => state.is === "signIn" || state.is === "excluded";

const nameOf = ({ name }: ServedServer): string => name;

export function ServersSection({ servers, isOn }: { servers: readonly ServedServer[]; isOn: boolean }) {
  const ready = servers.filter(({ state }) => state.is === "ready").length;
  return (
    <section className={styles.section} aria-labelledby="gateway-servers" data-testid="gateway-servers">
      <h2 id="gateway-servers">
        {text.title} <span>{isOn ? text.ready(ready, servers.length) : text.count(servers.length)}</span>
      </h2>
      {servers.length > 0 ? (
        <PeerList
          label={text.title}
          peers={servers}
          keyOf={nameOf}
          heightOf={(server) => (hasMessageLine(server) ? PEER + MESSAGE_HEIGHT : PEER)}
        >
          {(server) => <Server server={server} isOn={isOn} />}
        </PeerList>
      ) : (
        <div className={styles.none}>
          <p>{text.empty}</p>
        </div>
      )}
    </section>
  );
}

function Server({ server, isOn }: { server: ServedServer; isOn: boolean }) {
  const { name, message } = server;
  const { mark, label } = serverStatus(server);
  return (
    <>
      <PeerLine
        mark={<ServerState state={mark} silent />}
        name={<ServerText text={name} limit={2} />}
        state={isOn || server.state.is !== "idle" ? label : null}
        sub={
          needsUser(server) && message !== null ? (
            <span title={asPlainString(message)}>
              <ServerText text={sentence(message)} limit={2} />
            </span>
          ) : (
            formatServedStatus(server, isOn)
          )
        }
        after={
          <>
            <ToolsLink server={name} />
            <ServerAction server={server} />
          </>
        }
      />
      {hasMessageLine(server) && message !== null ? (
        <div className={peer.message} title={asPlainString(message)}>
          <ServerText text={sentence(message)} limit={4} />
        </div>
      ) : null}
    </>
  );
}

/** Opens the server's tools, whose approval modes decide about calls. */
function ToolsLink({ server }: { server: string }) {
  const showCatalog = useNavigation((view) => view.showCatalog);
  return (
    <Button size="small" look="quiet" aria-label={text.toolsOf(asPlainString(server))} onClick={() => showCatalog(server)}>
      {text.tools}
    </Button>
  );
}

/** One button for all states except idle: React reuses the element, so focus stays on it while the state changes. */
function ServerAction({ server: { name, state } }: { server: ServedServer }) {
  const { signIn } = useServerActions();
  const isSigningIn = useScans(({ running }) => running[name]?.phase === "signingIn");
  const showServers = useNavigation((view) => view.showServers);
  const restart = useRestartServed();
  const plainName = asPlainString(name);
  if (state.is === "signIn") {
    return (
      <Button
        size="small"
        aria-label={text.signInTo(plainName)}
        aria-busy={isSigningIn}
        onClick={() => void signIn(name)}
      >
        {isSigningIn ? text.signingIn : text.signIn}
      </Button>
    );
  }
  if (state.is === "excluded") {
    return (
      <Button size="small" look="quiet" aria-label={text.detailsOf(plainName)} onClick={() => showServers(name)}>
        {text.details}
      </Button>
    );
  }
  if (state.is === "idle") return null;
  const isWaiting = state.is === "waiting";
  return (
    <Button
      size="small"
      look={isWaiting ? "plain" : "quiet"}
      aria-label={isWaiting ? text.retryServer(plainName) : text.restartServer(plainName)}
      onClick={() => {
        if (!restart.isPending) restart.mutate(name);
      }}
    >
      {isWaiting ? text.retry : text.restart}
    </Button>
  );
}
