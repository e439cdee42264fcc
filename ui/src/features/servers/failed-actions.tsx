// Actions for a server whose scan failed: sign in if the server requires it, scan again, edit, remove, open its details.
import { useQuery } from "@tanstack/react-query";
import type { ServerView } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { useNavigation } from "../../shared/navigation";
import { useRemoveServer } from "./remove-server";
import { useScans } from "./scans";
import { offersSignIn } from "./server-kind";
import { strings } from "./strings";
import { useServerActions } from "./use-server-actions";

export function FailedActions({ server, again }: { server: ServerView; again: string }) {
  const actions = useServerActions();
  const isScanning = useScans((state) => server.name in state.running);
  const { data: readOnly = false } = useQuery({ ...catalogQuery, select: (catalog) => catalog.readOnly !== null });
  const open = useNavigation((state) => state.open);
  const removal = useRemoveServer();
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
      {server.connection.kind === "demo" ? null : (
        <Button size="small" disabled={readOnly || isScanning} onClick={() => open({ kind: "editServer", server: server.name })}>
          {strings.actions.edit}
        </Button>
      )}
      <Button size="small" disabled={readOnly || isScanning} onClick={() => removal.ask(server.name)}>
        {strings.actions.remove}
      </Button>
      <Button size="small" look="quiet" onClick={() => showServers(server.name)}>
        {strings.actions.details}
      </Button>
      {removal.dialog}
    </>
  );
}
