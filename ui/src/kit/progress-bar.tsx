// Progress bar: with a share, or moving while the length of the work is not known.
import styles from "./progress-bar.module.css";

type Props = {
  label: string;
  /** Between 0 and 100; null if it is not known. */
  percent?: number | null;
};

export function ProgressBar({ label, percent = null }: Props) {
  return (
    <div className={styles.track} role="progressbar" aria-label={label} aria-valuenow={percent ?? undefined}>
      <i data-counted={percent !== null || undefined} style={percent === null ? undefined : { width: `${percent}%` }} />
    </div>
  );
}
