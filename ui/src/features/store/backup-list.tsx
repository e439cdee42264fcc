// The backups there are, the newest first, each with the way to put it in the place of the store.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { Button } from "../../kit/button";
import { ago } from "../../shared/ago";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { backupsQuery } from "./queries";
import { RestoreDialog } from "./restore-dialog";
import type { StoreState } from "./restored";
import { useRestored } from "./restored";
import { formatBackupSize, formatBackupTime } from "./labels";
import styles from "./store.module.css";

export function BackupList({ store }: { store: StoreState }) {
  const isOpen = store === "open";
  const { data, error } = useQuery(backupsQuery);
  const [asked, setAsked] = useState<BackupView | null>(null);
  const tell = useRestored((state) => state.tell);
  const now = useNow();
  const restore = useMutation({
    mutationFn: ({ path }: BackupView) => backend.restore({ path }),
    onSuccess: (report) => tell({ report }),
    // The store was closed for it: nothing works here any more.
    onError: (failed) => isOpen && tell({ error: asBackendError(failed) }),
    onSettled: () => setAsked(null),
  });
  if (error) {
    return (
      <Callout tone="error">
        The backups could not be listed. <ServerText text={errorMessage(asBackendError(error))} />
      </Callout>
    );
  }
  if (!data) {
    return (
      <p className={styles.note} role="status">
        Looking for backups…
      </p>
    );
  }
  return (
    <>
      {restore.error && !isOpen ? (
        <Callout tone="error">
          <ServerText text={errorMessage(asBackendError(restore.error))} />
        </Callout>
      ) : null}
      {data.length === 0 ? (
        <p className={styles.note}>There is no backup yet. One is made by itself once there is something to lose.</p>
      ) : (
        <ul className={styles.backups} data-testid="backups" aria-label="Backups">
          {data.map((backup, index) => {
            const time = formatBackupTime(backup.madeAt);
            return (
              <li key={backup.path}>
                <span>
                  <b>{time}</b>
                  <span className={styles.dim}>
                    {ago(backup.madeAt, now)} · {formatBackupSize(backup.bytes)}
                    {backup.beforeMigration ? " · made before the store got a newer format" : ""}
                  </span>
                </span>
                <Button
                  size="small"
                  look={index === 0 && !isOpen ? "primary" : "plain"}
                  aria-label={`Restore the backup of ${time}`}
                  disabled={restore.isPending}
                  onClick={() => setAsked(backup)}
                >
                  Restore…
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {asked ? (
        <RestoreDialog
          backup={asked}
          store={store}
          pending={restore.isPending}
          onConfirm={() => restore.mutate(asked)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
