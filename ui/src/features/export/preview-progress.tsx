// Progress of a preview that takes a while, with a button that cancels it.
import { useEffect, useState } from "react";
import type { ExportProgress } from "../../backend";
import { onExportPreviewProgress } from "../../backend";
import { Button } from "../../kit/button";
import { ProgressBar } from "../../kit/progress-bar";
import { strings } from "./strings";
import styles from "./preview-progress.module.css";

const { progress: text } = strings;

/** Time that a preview may take before its progress is shown, in ms. */
const DELAY = 500;

/** True once `isRunning` has been true for a while. */
export function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setIsSlow(true), DELAY);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRunning]);
  return isRunning && isSlow;
}

/** Between 0 and 100; null where the tools are not counted. */
const percentOf = (progress: ExportProgress | null): number | null =>
  progress && progress.total > 0 && progress.stage === "collecting" ? Math.min(100, Math.round((progress.done / progress.total) * 100)) : null;

export function PreviewProgress({ onCancel }: { onCancel: () => void }) {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  useEffect(() => onExportPreviewProgress(setProgress), []);
  const percent = percentOf(progress);
  return (
    <div className={styles.progress} data-testid="preview-progress">
      <div className={styles.running}>
        <p role="status">{progress ? text.stages[progress.stage] : text.running}</p>
        <div className={styles.bar}>
          <ProgressBar label={text.label} percent={percent} />
        </div>
      </div>
      <Button size="small" data-testid="cancel-preview" onClick={onCancel}>
        {text.cancel}
      </Button>
    </div>
  );
}

export function PreviewCancelled({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.progress}>
      <p role="status">{text.cancelled}</p>
      <Button size="small" data-testid="retry-preview" onClick={onRetry}>
        {text.retry}
      </Button>
    </div>
  );
}
