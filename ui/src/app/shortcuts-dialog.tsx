// The list of shortcuts, opened with "?".
import { Dialog } from "../kit/dialog";
import { commandKey, Kbd } from "../kit/kbd";
import { SHORTCUTS } from "./keymap";
import styles from "./shortcuts-dialog.module.css";

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key === "Command" ? commandKey(navigator.platform) : key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
