// Footer of the export page, always visible: the result in one line or the progress of the preview, and the buttons that copy
// the visible file or write all files. The label of a button names its effect.
import { Copy } from "lucide-react";
import type { ExportedFile } from "../../backend";
import { Button } from "../../kit/button";
import { fileName } from "../../shared/file-name";
import { notifyDone, notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import type { FileState } from "./file-state";
import { PreviewCancelled, PreviewProgress, useIsSlow } from "./preview-progress";
import type { ReportSummary } from "./report-summary";
import { strings } from "./strings";
import styles from "./export-target.module.css";

const { foot: text } = strings;

type Props = {
  /** The visible file. */
  file: ExportedFile | undefined;
  states: readonly FileState[];
  /** None for Hintsmith's own file, which leaves nothing out. */
  summary: ReportSummary | null;
  preview: { isRunning: boolean; isCancelled: boolean; cancel: () => void; refetch: () => unknown };
  /** The file lacks decisions. */
  pending: boolean;
  disabled: boolean;
  onWrite: () => void;
  onReplace: () => void;
};

/** States by severity: the most severe one is shown if the files differ. */
const SEVERITY: readonly FileState[] = ["unreadable", "theirs", "merged", "ours", "new", "same"];

async function copy(file: ExportedFile): Promise<void> {
  try {
    await navigator.clipboard.writeText(file.text);
    notifyDone(text.copied(fileName(file.path)));
  } catch (error) {
    notifyError(error);
  }
}

export function ExportFoot({ file, states, summary, preview, pending, disabled, onWrite, onReplace }: Props) {
  const mostSevere = SEVERITY.find((state) => states.includes(state));
  const isUnreadable = states.includes("unreadable");
  const isTheirs = states.includes("theirs");
  const isSame = states.length > 0 && states.every((state) => state === "same");
  const name = file ? fileName(file.path) : "";
  const upToDate = pending ? text.notRecorded(name) : text.nothingToWrite(name, states.length);
  const isSlow = useIsSlow(preview.isRunning);
  return (
    <div className={styles.foot}>
      {isSlow ? (
        <PreviewProgress onCancel={preview.cancel} />
      ) : preview.isCancelled ? (
        <PreviewCancelled onRetry={() => void preview.refetch()} />
      ) : mostSevere ? (
        <span className={styles.state} data-testid="export-state">
          {isSame ? <ServerText text={upToDate} /> : strings.file.states[mostSevere].short}
          {summary ? <span className={styles.counts}>{text.summary(summary)}</span> : null}
        </span>
      ) : null}
      <span data-spacer />
      <Button data-testid="export-copy" disabled={!file} onClick={() => file && void copy(file)}>
        <Copy size={14} aria-hidden="true" />
        {text.copy}
      </Button>
      {isTheirs && !isUnreadable ? (
        <Button look="primary" data-testid="export-replace" disabled={disabled} onClick={onReplace}>
          {text.replace}
        </Button>
      ) : (
        <Button
          look="primary"
          data-testid="export-write"
          // Pending decisions that this file cannot contain: writing the unchanged file still marks them as exported.
          disabled={disabled || isUnreadable || (isSame && !pending)}
          onClick={onWrite}
        >
          {isSame && pending ? text.markExported : text.write(states.length)}
        </Button>
      )}
    </div>
  );
}
