// Page that replaces the window after a restore: the paths of the files, and the restart.
import { useMutation } from "@tanstack/react-query";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { sentence } from "../../shared/error-message";
import { notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import type { RestoreOutcome } from "./restore-outcome";
import { strings } from "./strings";
import styles from "./store.module.css";

const { restoredPage: text } = strings;

export function StoreRestored({ outcome }: { outcome: RestoreOutcome }) {
  const restart = useMutation({ mutationFn: () => backend.startAgain(), onError: notifyError });
  const { report, error } = outcome;
  return (
    <main className={styles.page} data-testid="store-restored">
      <div className={styles.inner} role="status">
        <h1>{report ? text.restored : text.failed}</h1>
        {report ? (
          <dl className={styles.places}>
            <dt>{text.from}</dt>
            <dd>
              <code>
                <ServerText text={report.from} />
              </code>
            </dd>
            <dt>{text.previous}</dt>
            <dd>
              {report.replacedCopy === null ? (
                text.noPrevious
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
          {report ? text.restoredHint : text.failedHint}
        </p>
        <div className={styles.actions}>
          <Button look="primary" data-testid="start-again" disabled={restart.isPending} onClick={() => restart.mutate()}>
            {text.restart}
          </Button>
        </div>
      </div>
    </main>
  );
}
