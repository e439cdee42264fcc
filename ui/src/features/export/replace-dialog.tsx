// Confirmation dialog before replacing a file that Hintsmith did not write: its path, and the path of the backup copy.
import type { ExportedFile } from "../../backend";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./replace-dialog.module.css";

const { replaceDialog: text } = strings;

type Props = { files: readonly ExportedFile[]; pending: boolean; onConfirm: () => void; onClose: () => void };

/** Path of the backup copy, as the engine names it. */
const copyOf = (path: string): string => `${path}.before-hintsmith`;

export function ReplaceDialog({ files, pending, onConfirm, onClose }: Props) {
  return (
    <Dialog
      title={text.title(files.length)}
      about={text.about(files.length)}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" data-testid="confirm-replace" disabled={pending} onClick={onConfirm}>
            {text.replace(files.length)}
          </Button>
        </>
      }
    >
      {files.map(({ path }) => (
        <dl key={path} className={styles.file}>
          <dt>{text.replaced}</dt>
          <dd>
            <ServerText text={path} />
          </dd>
          <dt>{text.copy}</dt>
          <dd>
            <ServerText text={copyOf(path)} />
          </dd>
        </dl>
      ))}
    </Dialog>
  );
}
