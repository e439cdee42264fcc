// The mark alone, before a sentence that says whose value it is.
import type { Mark as MarkKind } from "../backend";
import styles from "./mark.module.css";

export function Mark({ mark }: { mark: MarkKind | "none" }) {
  return <span className={styles.mark} data-mark={mark} aria-hidden="true" />;
}
