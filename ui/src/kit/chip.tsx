// A chip that shows one kind of what is listed, and how many there are of it.
import styles from "./chip.module.css";

type Props = { label: string; count: number; pressed: boolean; onPress: () => void };

export function Chip({ label, count, pressed, onPress }: Props) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      {label} <span>{count.toLocaleString("en")}</span>
    </button>
  );
}
