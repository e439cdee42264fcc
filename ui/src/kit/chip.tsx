// Filter chip: a toggle button with a label and the number of matching items.
import styles from "./chip.module.css";

type Props = { label: string; count: number; pressed: boolean; onPress: () => void };

export function Chip({ label, count, pressed, onPress }: Props) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {label} <span>{count.toLocaleString("en")}</span>
    </button>
  );
}
