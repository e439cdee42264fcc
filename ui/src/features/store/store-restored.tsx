// The window after a restore: where everything is now, and the one thing left to do.
import { useMutation } from "@tanstack/react-query";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { sentence } from "../../shared/error-message";
import { notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import type { Outcome } from "./restored";
import styles from "./store.module.css";

export function StoreRestored({ outcome }: { outcome: Outcome }) {
  const again = useMutation({ mutationFn: () => backend.startAgain(), onError: notifyError });
  const { report, error } = outcome;
  return (
    <main className={styles.page} data-testid="store-restored">
      <div className={styles.inner} role="status">
        <h1>{report ? "The backup is in place" : "The backup could not be restored"}</h1>
        {report ? (
          <dl className={styles.places}>
            <dt>Restored from</dt>
            <dd>
              <code>
                <ServerText text={report.from} />
              </code>
            </dd>
            <dt>What was there before</dt>
            <dd>
              {report.replacedCopy === null ? (
                "There was no file."
              ) : (
                <code>
                  <ServerText text={report.replacedCopy} />
                </code>
              )}
            </dd>
          </dl>
        ) : (
          <>
            <p className={styles.message}>
              <ServerText text={sentence(error.message)} />.
            </p>
            <p className={styles.hint}>
              <ServerText text={error.hint} />
            </p>
          </>
        )}
        <p className={styles.hint}>
          {report
            ? "Start Hintsmith again to work with it."
            : "The store was closed for this. Start Hintsmith again to work with what is there."}
        </p>
        <div className={styles.acts}>
          <Button look="primary" data-testid="start-again" disabled={again.isPending} onClick={() => again.mutate()}>
            Start again
          </Button>
        </div>
      </div>
    </main>
  );
}
