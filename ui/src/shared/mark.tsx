// Mark for the source of a value (assumed, declared, decided), before the text that names it.
import type { Mark as MarkKind } from "../backend";
import styles from "./mark.module.css";

export function Mark({ mark }: { mark: MarkKind | "none" }) {
  return <span className={styles.mark} data-mark={mark} aria-hidden="true" />;
}
