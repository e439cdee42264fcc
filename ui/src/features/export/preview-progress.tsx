// Progress of a preview that takes a while, with a button that cancels it.
import { useEffect, useState } from "react";
import { Button } from "../../kit/button";
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

export function PreviewProgress({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={styles.progress} data-testid="preview-progress">
      <div className={styles.running}>
        <p role="status">{text.running}</p>
        <div className={styles.track} role="progressbar" aria-label={text.label}>
          <i />
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
