// Segmented progress bar, one segment per item. Hidden from screen readers: the number is next to it.
import styles from "./meter.module.css";

/** More segments than this would look like a solid line. */
const MAX_SEGMENTS = 24;

export function Meter({ passed, of }: { passed: number; of: number }) {
  const segments = Math.min(of, MAX_SEGMENTS);
  // Rounded down, so that the bar is full only if all items have passed.
  const full = of <= MAX_SEGMENTS ? passed : Math.floor((passed / of) * MAX_SEGMENTS);
  return (
    <span className={styles.meter} aria-hidden="true">
      {Array.from({ length: segments }, (_, index) => (
        <i key={index} data-off={index >= full || undefined} />
      ))}
    </span>
  );
}
