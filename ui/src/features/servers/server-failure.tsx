// A server that failed: what failed, what to do, what it last said.
import { CircleX } from "lucide-react";
import type { Failure, ServerView } from "../../backend";
import { Button } from "../../kit/button";
import { sentence } from "../../shared/error-words";
import { ServerText } from "../../shared/server-text";
import { useScans } from "./scans";
import { useRemoveServer } from "./remove-server";
import { useServerActions } from "./use-server-actions";
import styles from "./server-failure.module.css";

export function ServerFailure({ server, failure }: { server: ServerView; failure: Failure }) {
  const actions = useServerActions();
  const reading = useScans((state) => server.name in state.running);
  const removal = useRemoveServer();
  return (
    <section className={styles.failure} data-testid="server-failure" aria-label="What failed">
      <h2 className={styles.head}>
        <CircleX size={14} aria-hidden="true" />
        <span>
          <ServerText text={server.name} /> could not be read
        </span>
      </h2>
      <p>
        <ServerText text={`${sentence(failure.message)}.`} multiline />
      </p>
      {failure.hint ? (
        <p>
          <ServerText text={failure.hint} multiline />
        </p>
      ) : null}
      {failure.output.length > 0 ? (
        <pre className={styles.output} tabIndex={0} role="region" aria-label="Last lines of its error output">
          <ServerText text={failure.output.join("\n")} multiline />
        </pre>
      ) : null}
      <div className={styles.actions}>
        <Button size="small" disabled={reading} onClick={() => void actions.read(server.name)}>
          Try again
        </Button>
        <Button size="small" look="quiet" onClick={() => removal.ask(server.name)}>
          Remove…
        </Button>
      </div>
      {removal.dialog}
    </section>
  );
}
