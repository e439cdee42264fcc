// Says what restoring a backup does before it is done: it cannot be undone from inside.
import type { BackupView } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ServerText } from "../../shared/server-text";
import type { StoreState } from "./restored";
import { formatBackupTime } from "./labels";
import styles from "./store.module.css";

type Props = { backup: BackupView; store: StoreState; pending: boolean; onConfirm: () => void; onClose: () => void };

export function RestoreDialog({ backup, store, pending, onConfirm, onClose }: Props) {
  return (
    <Dialog
      title={`Restore the backup of ${formatBackupTime(backup.madeAt)}?`}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" data-testid="confirm-restore" disabled={pending} onClick={onConfirm}>
            Restore
          </Button>
        </>
      }
    >
      <ul className={styles.consequences}>
        <li>The store becomes what it was then. What was changed later is not in it.</li>
        <li>
          {store === "damaged" ? "The damaged file" : "The file that is there now"} is kept beside it, untouched.
        </li>
        <li>Afterwards Hintsmith has to be started again.</li>
      </ul>
      <p className={styles.path}>
        <code>
          <ServerText text={backup.path} />
        </code>
      </p>
    </Dialog>
  );
}
