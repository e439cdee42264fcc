// Failure of a server: message, hint, last lines of its error output, and actions.
import { CircleX, LogIn } from "lucide-react";
import type { Failure, ServerView } from "../../backend";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { FailedActions } from "./failed-actions";
import { OutputLines } from "./server-output";
import { strings } from "./strings";
import styles from "./server-failure.module.css";

export function ServerFailure({ server, failure }: { server: ServerView; failure: Failure }) {
  const needsSignIn = server.state === "needsSignIn";
  return (
    <section
      className={styles.failure}
      data-testid="server-failure"
      data-asks={needsSignIn || undefined}
      aria-label={strings.failure.label}
    >
      <h2 className={styles.head}>
        {needsSignIn ? <LogIn size={14} aria-hidden="true" /> : <CircleX size={14} aria-hidden="true" />}
        <span>
          <ServerText text={server.name} /> {needsSignIn ? strings.failure.signIn : strings.failure.failed}
        </span>
      </h2>
      <FailureMessage failure={failure} />
      <div className={styles.actions}>
        <FailedActions server={server} again={strings.failure.scanAgain} />
      </div>
    </section>
  );
}

export function FailureMessage({ failure }: { failure: Failure }) {
  return (
    <div className={styles.message}>
      <p>
        <ServerText text={`${sentence(failure.message)}.`} multiline />
      </p>
      {failure.hint ? (
        <p>
          <ServerText text={failure.hint} multiline />
        </p>
      ) : null}
      {failure.output.length > 0 ? (
        <OutputLines lines={failure.output} label={strings.failure.output} />
      ) : null}
    </div>
  );
}
