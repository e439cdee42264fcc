// The box alone, without words beside it: one that is pressed itself, and one that a list answers for.
import styles from "./check-box.module.css";

type Props = { checked: "true" | "false" | "mixed"; label: string; onToggle: () => void };

export function CheckBox({ checked, label, onToggle }: Props) {
  return (
    <button
      type="button"
      role="checkbox"
      className={styles.box}
      aria-checked={checked}
      aria-label={label}
      onClick={onToggle}
    />
  );
}

type ListProps = { checked: boolean; label: string; className?: string | undefined };

/** Drawn by the hundred: no handler of its own, and not a stop of the Tab key. */
export function ListCheckBox({ checked, label, className }: ListProps) {
  return (
    <span
      role="checkbox"
      className={`${styles.box} ${className ?? ""}`}
      aria-checked={checked}
      aria-label={label}
      tabIndex={-1}
    />
  );
}
