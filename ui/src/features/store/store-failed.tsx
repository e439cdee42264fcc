// The window when the store cannot be opened or read: what happened, and every way on from there.
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
import styles from "./store.module.css";

/** Whether an error speaks of the store itself. */
export const isStoreFailure = (error: BackendError): boolean => error.code === "damaged" || error.code === "store";

export function StoreFailed({ error, retry }: { error: BackendError; retry: () => void }) {
  const damaged = error.code === "damaged";
  const [looking, setLooking] = useState(false);
  const again = useMutation({ mutationFn: () => backend.startAgain(), onError: notifyError });
  return (
    <main className={styles.page} data-testid="store-failed">
      <div className={styles.inner}>
        <h1>{damaged ? "The store is damaged" : "The store cannot be used"}</h1>
        <p className={styles.message}>
          <ServerText text={sentence(error.message)} />.
        </p>
        {error.hint ? (
          <p className={styles.hint}>
            <ServerText text={error.hint} />
          </p>
        ) : null}
        <div className={styles.acts}>
          <Button onClick={retry}>Try again</Button>
          <Button disabled={again.isPending} onClick={() => again.mutate()}>
            Start Hintsmith again
          </Button>
          <Button aria-expanded={looking} onClick={() => setLooking(!looking)}>
            Look closer
          </Button>
        </div>
        {looking ? (
          <section aria-label="What was looked at">
            <h2>What was looked at</h2>
            <DoctorReport />
          </section>
        ) : null}
        <section aria-label="Backups">
          <h2>Backups</h2>
          <BackupList store={damaged ? "damaged" : "unusable"} />
        </section>
      </div>
    </main>
  );
}
