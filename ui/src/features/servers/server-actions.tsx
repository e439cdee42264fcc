// Action buttons of one server. At most one is primary: Sign in, when the server requires it.
import { FilePen, LogIn, LogOut, Power, RefreshCw, SlidersHorizontal, Square, Trash2 } from "lucide-react";
import type { ServerView } from "../../backend";
import { Button } from "../../kit/button";
import { useNavigation } from "../../shared/navigation";
import { useRemoveServer } from "./remove-server";
import { useScans } from "./scans";
import { hasSource, isCallable, offersSignIn } from "./server-kind";
import { strings } from "./strings";
import { TryTool } from "./try-tool";
import { useServerActions } from "./use-server-actions";
import styles from "./server-actions.module.css";

const text = strings.actions;

export function ServerActionButtons({ server, readOnly }: { server: ServerView; readOnly: boolean }) {
  const { name, enabled, connection } = server;
  const open = useNavigation((state) => state.open);
  const running = useScans((state) => state.running[name]);
  const actions = useServerActions();
  const removal = useRemoveServer();
  const connecting = running !== undefined || server.state === "connecting";
  const needsSignIn = server.state === "needsSignIn";
  const off = readOnly || !enabled;
  return (
    <div className={styles.actions} role="group" aria-label={text.group}>
      {connecting ? (
        <Button size="small" data-testid="stop-server" onClick={() => void actions.cancel(name)}>
          <Square size={12} strokeWidth={2.25} aria-hidden="true" />
          {running?.phase === "signingIn" ? text.cancelSignIn : text.stopScan}
        </Button>
      ) : (
        <>
          {offersSignIn(server) ? (
            <Button
              size="small"
              look={needsSignIn ? "primary" : "plain"}
              data-testid="sign-in"
              disabled={off}
              onClick={() => void actions.signIn(name)}
            >
              <LogIn size={12} strokeWidth={2.25} aria-hidden="true" />
              {text.signIn}
            </Button>
          ) : null}
          <Button size="small" data-testid="read-again" disabled={off} onClick={() => void actions.scan(name)}>
            <RefreshCw size={12} strokeWidth={2.25} aria-hidden="true" />
            {server.scannedAt === null ? text.scan : text.scanAgain}
          </Button>
        </>
      )}
      {isCallable(server) ? <TryTool server={name} /> : null}
      {connection.kind === "demo" ? null : (
        <Button size="small" disabled={readOnly || connecting} onClick={() => open({ kind: "editServer", server: name })}>
          <SlidersHorizontal size={12} strokeWidth={2.25} aria-hidden="true" />
          {text.edit}
        </Button>
      )}
      {hasSource(server) ? (
        <Button size="small" data-testid="write-to-source" onClick={() => open({ kind: "patch", server: name })}>
          <FilePen size={12} strokeWidth={2.25} aria-hidden="true" />
          {text.writeToSource}
        </Button>
      ) : null}
      <Button size="small" disabled={readOnly} onClick={() => void actions.enable(server, !enabled)}>
        <Power size={12} strokeWidth={2.25} aria-hidden="true" />
        {enabled ? text.turnOff : text.turnOn}
      </Button>
      {server.signedIn === null ? null : (
        <Button size="small" disabled={off || connecting} onClick={() => void actions.signOut(name)}>
          <LogOut size={12} strokeWidth={2.25} aria-hidden="true" />
          {text.signOut}
        </Button>
      )}
      <Button size="small" disabled={readOnly} onClick={() => removal.ask(name)}>
        <Trash2 size={12} strokeWidth={2.25} aria-hidden="true" />
        {text.remove}
      </Button>
      {removal.dialog}
    </div>
  );
}
