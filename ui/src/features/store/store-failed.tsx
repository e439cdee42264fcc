// Page that replaces the window when the store cannot be opened or read: the error, and every way to recover.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { BackendError } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { sentence } from "../../shared/error-message";
import { notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { BackupList } from "./backup-list";
import { DoctorReport } from "./doctor-report";
import { strings } from "./strings";
import styles from "./store.module.css";

const { failedPage: text } = strings;

/** Whether an error is about the store itself. */
export const isStoreFailure = (error: BackendError): boolean => error.code === "damaged" || error.code === "store";

export function StoreFailed({ error, retry }: { error: BackendError; retry: () => void }) {
  const isDamaged = error.code === "damaged";
  const [showsChecks, setShowsChecks] = useState(false);
  const restart = useMutation({ mutationFn: () => backend.startAgain(), onError: notifyError });
  return (
    <main className={styles.page} data-testid="store-failed">
      <div className={styles.inner}>
        <h1>{isDamaged ? text.damaged : text.unusable}</h1>
        <p className={styles.message}>
          <ServerText text={sentence(error.message)} />.
        </p>
        {error.hint ? (
          <p className={styles.hint}>
            <ServerText text={error.hint} />
          </p>
        ) : null}
        <div className={styles.actions}>
          <Button onClick={retry}>{text.retry}</Button>
          <Button disabled={restart.isPending} onClick={() => restart.mutate()}>
            {text.restart}
          </Button>
          <Button aria-expanded={showsChecks} onClick={() => setShowsChecks(!showsChecks)}>
            {text.check}
          </Button>
        </div>
        {showsChecks ? (
          <section aria-label={text.checks}>
            <h2>{text.checks}</h2>
            <DoctorReport />
          </section>
        ) : null}
        <section aria-label={text.backups}>
          <h2>{text.backups}</h2>
          <BackupList store={isDamaged ? "damaged" : "unusable"} />
        </section>
      </div>
    </main>
  );
}
