// Server in the sidebar: state, name, tool count or a label for its state, and a menu.
import type { ServerView } from "../backend";
import { useRemoveServer } from "../features/servers/remove-server";
import { useScans } from "../features/servers/scans";
import { ServerMenu } from "../features/servers/server-menu";
import { ServerState } from "../shared/server-state";
import { ServerText } from "../shared/server-text";
import { useNavigation } from "../shared/navigation";
import { NavItem } from "./nav-item";
import { strings } from "./strings";

/** Label at the end of the row instead of the tool count. */
const STATE_LABEL = {
  failed: { count: strings.serverStates.failed, tone: "error" },
  needsSignIn: { count: strings.serverStates.needsSignIn, tone: "warn" },
  off: { count: strings.serverStates.off },
} as const;

export function ServerItem({ server, current }: { server: ServerView; current: boolean }) {
  const { name } = server;
  const showCatalog = useNavigation((state) => state.showCatalog);
  const scanning = useScans((state) => name in state.running);
  const removal = useRemoveServer();
  const state = scanning ? "connecting" : server.state;
  const end =
    state === "failed" || state === "needsSignIn" || state === "off"
      ? STATE_LABEL[state]
      : { count: server.tools.toLocaleString("en") };
  return (
    <>
      <NavItem
        testId={`nav-server-${name}`}
        current={current}
        onSelect={() => showCatalog(name)}
        icon={<ServerState state={state} />}
        {...end}
        menu={<ServerMenu server={server} onRemove={() => removal.ask(name)} />}
      >
        <ServerText text={name} />
      </NavItem>
      {removal.dialog}
    </>
  );
}
