// Progress bar of the reviewed tools.
import { strings } from "./strings";
import styles from "./progress.module.css";

export function Progress({ reviewed, total }: { reviewed: number; total: number }) {
  const label = strings.progress.value(reviewed, total);
  return (
    <>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={strings.progress.label}
        aria-valuenow={reviewed}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuetext={label}
      >
        <i style={{ width: total > 0 ? `${(100 * reviewed) / total}%` : 0 }} />
      </div>
      <span className={styles.label} role="status" data-testid="progress">
        {label}
      </span>
    </>
  );
}
