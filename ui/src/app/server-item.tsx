// One server in the sidebar: state, name, how many tools, and a menu.
import { RefreshCw, Square, Trash2 } from "lucide-react";
import type { ServerView } from "../backend";
import { useRemoveServer } from "../features/servers/remove-server";
import { useScans } from "../features/servers/scans";
import { useServerActions } from "../features/servers/use-server-actions";
import { IconButton } from "../kit/button";
import { Menu, MenuItem } from "../kit/menu";
import { asPlainString } from "../shared/hidden-characters";
import { ServerState } from "../shared/server-state";
import { ServerText } from "../shared/server-text";
import { useView } from "../shared/view-state";
import { NavItem } from "./nav-item";
import styles from "./server-item.module.css";

export function ServerItem({ server, current }: { server: ServerView; current: boolean }) {
  const { name } = server;
  const showCatalog = useView((state) => state.showCatalog);
  const reading = useScans((state) => name in state.running);
  const actions = useServerActions();
  const removal = useRemoveServer();
  const state = reading ? "connecting" : server.state;
  const failed = state === "failed";
  return (
    <>
      <NavItem
        testId={`nav-server-${name}`}
        current={current}
        onSelect={() => showCatalog(name)}
        icon={<ServerState state={state} />}
        count={failed ? "Failed" : server.tools.toLocaleString("en")}
        {...(failed ? { tone: "error" as const } : {})}
        menu={
          <Menu
            trigger={
              <IconButton label={`Actions for ${asPlainString(name)}`} className={styles.more} />
            }
          >
            {reading ? (
              <MenuItem icon={Square} onSelect={() => void actions.cancel(name)}>
                Stop reading
              </MenuItem>
            ) : (
              <MenuItem icon={RefreshCw} onSelect={() => void actions.read(name)}>
                Read again
              </MenuItem>
            )}
            <MenuItem icon={Trash2} onSelect={() => removal.ask(name)}>
              Remove…
            </MenuItem>
          </Menu>
        }
      >
        <ServerText text={name} />
      </NavItem>
      {removal.dialog}
    </>
  );
}
