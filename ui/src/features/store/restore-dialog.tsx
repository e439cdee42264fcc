// Confirmation dialog before a restore, which cannot be undone in the window.
import type { BackupView } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ServerText } from "../../shared/server-text";
import type { StoreState } from "./restore-outcome";
import { formatBackupTime, strings } from "./strings";
import styles from "./store.module.css";

const { restoreDialog: text } = strings;

type Props = { backup: BackupView; store: StoreState; pending: boolean; onConfirm: () => void; onClose: () => void };

export function RestoreDialog({ backup, store, pending, onConfirm, onClose }: Props) {
  return (
    <Dialog
      title={text.title(formatBackupTime(backup.madeAt))}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" data-testid="confirm-restore" disabled={pending} onClick={onConfirm}>
            {text.restore}
          </Button>
        </>
      }
    >
      <ul className={styles.consequences}>
        <li>{text.resets}</li>
        <li>{store === "damaged" ? text.keepsDamaged : text.keepsCurrent}</li>
        <li>{text.restart}</li>
      </ul>
      <p className={styles.path}>
        <code>
          <ServerText text={backup.path} />
        </code>
      </p>
    </Dialog>
  );
}
