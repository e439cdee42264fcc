// List of the backups, newest first, each with a button that restores it.
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
import type { StoreState } from "./restore-outcome";
import { useRestoreOutcome } from "./restore-outcome";
import { formatBackupSize, formatBackupTime, strings } from "./strings";
import styles from "./store.module.css";

const { backups: text } = strings;

export function BackupList({ store }: { store: StoreState }) {
  const isOpen = store === "open";
  const { data, error } = useQuery(backupsQuery);
  const [selected, setSelected] = useState<BackupView | null>(null);
  const setOutcome = useRestoreOutcome((state) => state.setOutcome);
  const now = useNow();
  const restore = useMutation({
    mutationFn: ({ path }: BackupView) => backend.restore({ path }),
    onSuccess: (report) => setOutcome({ report }),
    // The restore has closed the store, so the window cannot continue.
    onError: (failed) => isOpen && setOutcome({ error: asBackendError(failed) }),
    onSettled: () => setSelected(null),
  });
  if (error) {
    return (
      <Callout tone="error">
        {text.failed} <ServerText text={errorMessage(asBackendError(error))} />
      </Callout>
    );
  }
  if (!data) {
    return (
      <p className={styles.note} role="status">
        {text.loading}
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
        <p className={styles.note}>{text.empty}</p>
      ) : (
        <ul className={styles.backups} data-testid="backups" aria-label={text.label}>
          {data.map((backup, index) => {
            const time = formatBackupTime(backup.madeAt);
            return (
              <li key={backup.path}>
                <span>
                  <b>{time}</b>
                  <span className={styles.dim}>
                    {ago(backup.madeAt, now)} · {formatBackupSize(backup.bytes)}
                    {backup.beforeMigration ? ` · ${text.beforeMigration}` : ""}
                  </span>
                </span>
                <Button
                  size="small"
                  look={index === 0 && !isOpen ? "primary" : "plain"}
                  aria-label={text.restoreNamed(time)}
                  disabled={restore.isPending}
                  onClick={() => setSelected(backup)}
                >
                  {text.restore}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {selected ? (
        <RestoreDialog
          backup={selected}
          store={store}
          pending={restore.isPending}
          onConfirm={() => restore.mutate(selected)}
          onClose={() => setSelected(null)}
        />
      ) : null}
    </>
  );
}
