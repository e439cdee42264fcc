// How many of a few are done, one piece for each. The number stands beside it.
import styles from "./meter.module.css";

/** More pieces than this would be a line. */
const MOST = 24;

export function Meter({ passed, of }: { passed: number; of: number }) {
  const pieces = Math.min(of, MOST);
  // Never full before all is done.
  const full = of <= MOST ? passed : Math.floor((passed / of) * MOST);
  return (
    <span className={styles.meter} aria-hidden="true">
      {Array.from({ length: pieces }, (_, index) => (
        <i key={index} data-off={index >= full || undefined} />
      ))}
    </span>
  );
}
