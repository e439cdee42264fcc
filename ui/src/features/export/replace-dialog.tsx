// Confirmation dialog before replacing a file that Hintsmith did not write: its path, and the path of the backup copy.
import type { ExportedFile } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ServerText } from "../../shared/server-text";
import styles from "./replace-dialog.module.css";

type Props = { files: readonly ExportedFile[]; pending: boolean; onConfirm: () => void; onClose: () => void };

/** Path of the backup copy, as the engine names it. */
const copyOf = (path: string): string => `${path}.before-hintsmith`;

export function ReplaceDialog({ files, pending, onConfirm, onClose }: Props) {
  const one = files.length === 1;
  return (
    <Dialog
      title={one ? "Replace this file?" : `Replace ${files.length} files?`}
      about={`${one ? "It was" : "They were"} not written by Hintsmith. A copy of what is there is kept beside ${one ? "it" : "each"}.`}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" data-testid="confirm-replace" disabled={pending} onClick={onConfirm}>
            Replace
          </Button>
        </>
      }
    >
      {files.map(({ path }) => (
        <dl key={path} className={styles.file}>
          <dt>Replaced</dt>
          <dd>
            <ServerText text={path} />
          </dd>
          <dt>Kept as</dt>
          <dd>
            <ServerText text={copyOf(path)} />
          </dd>
        </dl>
      ))}
    </Dialog>
  );
}
