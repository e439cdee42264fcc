// Menu of one server: the same actions as in its details, wherever the server is listed.
import { FilePen, LogIn, LogOut, PanelRight, Power, RefreshCw, SlidersHorizontal, Square, Trash2 } from "lucide-react";
import type { ServerView } from "../../backend";
import { IconButton } from "../../kit/button";
import { Menu, MenuItem } from "../../kit/menu";
import { asPlainString } from "../../shared/hidden-characters";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "./scans";
import { hasSource, offersSignIn } from "./server-kind";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";
import styles from "./server-menu.module.css";

const text = strings.actions;

export function ServerMenu({ server, onRemove }: { server: ServerView; onRemove: () => void }) {
  const { name, enabled, connection } = server;
  const running = useScans((state) => state.running[name]);
  const showServers = useNavigation((state) => state.showServers);
  const open = useNavigation((state) => state.open);
  const actions = useServerActions();
  const connecting = running !== undefined || server.state === "connecting";
  return (
    <Menu trigger={<IconButton label={text.menu(asPlainString(name))} className={styles.more} />}>
      <MenuItem icon={PanelRight} onSelect={() => showServers(name)}>
        {text.details}
      </MenuItem>
      {connecting ? (
        <MenuItem icon={Square} onSelect={() => void actions.cancel(name)}>
          {running?.phase === "signingIn" ? text.cancelSignIn : text.stopScan}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={RefreshCw} disabled={!enabled} onSelect={() => void actions.scan(name)}>
            {server.scannedAt === null ? text.scan : text.scanAgain}
          </MenuItem>
          {offersSignIn(server) ? (
            <MenuItem icon={LogIn} disabled={!enabled} onSelect={() => void actions.signIn(name)}>
              {text.signIn}
            </MenuItem>
          ) : null}
        </>
      )}
      {server.signedIn === null || connecting ? null : (
        <MenuItem icon={LogOut} disabled={!enabled} onSelect={() => void actions.signOut(name)}>
          {text.signOut}
        </MenuItem>
      )}
      {connection.kind === "demo" ? null : (
        <MenuItem icon={SlidersHorizontal} disabled={connecting} onSelect={() => open({ kind: "editServer", server: name })}>
          {text.edit}
        </MenuItem>
      )}
      {hasSource(server) ? (
        <MenuItem icon={FilePen} onSelect={() => open({ kind: "patch", server: name })}>
          {text.writeToSource}
        </MenuItem>
      ) : null}
      <MenuItem icon={Power} onSelect={() => void actions.enable(server, !enabled)}>
        {enabled ? text.turnOff : text.turnOn}
      </MenuItem>
      <MenuItem icon={Trash2} onSelect={onRemove}>
        {text.remove}
      </MenuItem>
    </Menu>
  );
}
