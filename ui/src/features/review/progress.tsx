// How much of the whole is reviewed.
import styles from "./progress.module.css";

export function Progress({ done, total }: { done: number; total: number }) {
  const words = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} done`;
  return (
    <>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Reviewed"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuetext={words}
      >
        <i style={{ width: total > 0 ? `${(100 * done) / total}%` : 0 }} />
      </div>
      <span className={styles.words} role="status" data-testid="progress">
        {words}
      </span>
    </>
  );
}
