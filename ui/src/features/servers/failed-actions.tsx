// Actions for a server whose scan failed: sign in if the server requires it, retry, open its details.
import type { ServerView } from "../../backend";
import { Button } from "../../kit/button";
import { useNavigation } from "../../shared/navigation";
import { useScans } from "./scans";
import { offersSignIn } from "./server-kind";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";

export function FailedActions({ server, again }: { server: ServerView; again: string }) {
  const actions = useServerActions();
  const isScanning = useScans((state) => server.name in state.running);
  const showServers = useNavigation((state) => state.showServers);
  return (
    <>
      {server.state === "needsSignIn" && offersSignIn(server) ? (
        <Button size="small" disabled={isScanning} onClick={() => void actions.signIn(server.name)}>
          {strings.actions.signIn}
        </Button>
      ) : null}
      <Button size="small" disabled={isScanning} onClick={() => void actions.scan(server.name)}>
        {again}
      </Button>
      <Button size="small" look="quiet" onClick={() => showServers(server.name)}>
        {strings.actions.details}
      </Button>
    </>
  );
}
