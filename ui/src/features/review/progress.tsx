// Progress bar of the reviewed tools.
import styles from "./progress.module.css";

export function Progress({ done, total }: { done: number; total: number }) {
  const label = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} done`;
  return (
    <>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Reviewed"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuetext={label}
      >
        <i style={{ width: total > 0 ? `${(100 * done) / total}%` : 0 }} />
      </div>
      <span className={styles.label} role="status" data-testid="progress">
        {label}
      </span>
    </>
  );
}
