// The end of the page: copy what is shown, or write it. The button says what it does.
import { Copy } from "lucide-react";
import type { ExportedFile } from "../../backend";
import { Button } from "../../kit/button";
import { fileName } from "../../shared/file-name";
import { notifyDone, notifyError } from "../../shared/notify";
import type { FileState } from "./file-state";
import { STATE_WORDS } from "./file-state";
import styles from "./export-target.module.css";

type Props = {
  /** What is looked at. */
  file: ExportedFile | undefined;
  states: readonly FileState[];
  /** There are decisions that were not exported since. */
  pending: boolean;
  disabled: boolean;
  onWrite: () => void;
  onReplace: () => void;
};

/** What must be known first, where files differ. */
const WEIGHT: readonly FileState[] = ["unreadable", "theirs", "merged", "ours", "new", "same"];

async function copy({ path, text }: ExportedFile): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifyDone(`Copied ${fileName(path)}`);
  } catch (error) {
    notifyError(error);
  }
}

export function ExportFoot({ file, states, pending, disabled, onWrite, onReplace }: Props) {
  const weightiest = WEIGHT.find((state) => states.includes(state));
  const isStuck = states.includes("unreadable");
  const isTheirs = states.includes("theirs");
  const isSame = states.length > 0 && states.every((state) => state === "same");
  return (
    <div className={styles.foot}>
      {weightiest ? (
        <span className={styles.state} data-testid="export-state">
          {isSame ? "Nothing to write" : STATE_WORDS[weightiest].short}
        </span>
      ) : null}
      <span data-spacer />
      <Button data-testid="export-copy" disabled={!file} onClick={() => file && void copy(file)}>
        <Copy size={14} aria-hidden="true" />
        Copy
      </Button>
      {isTheirs && !isStuck ? (
        <Button look="primary" data-testid="export-replace" disabled={disabled} onClick={onReplace}>
          Replace…
        </Button>
      ) : (
        <Button
          look="primary"
          data-testid="export-write"
          // What is not carried by this file can still be done with: the decisions then count as exported.
          disabled={disabled || isStuck || (isSame && !pending)}
          onClick={onWrite}
        >
          {isSame && pending ? "Count as exported" : states.length > 1 ? `Write ${states.length} files` : "Write file"}
        </Button>
      )}
    </div>
  );
}
