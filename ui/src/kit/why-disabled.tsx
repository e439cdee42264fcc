// Text in the footer of a dialog that says why its main button is disabled, and describes the button to screen readers.
import { useId } from "react";
import type { ReactNode } from "react";
import styles from "./why-disabled.module.css";

/** Returns the text to show beside the button, and the properties of the button. */
export function useWhyDisabled(why: string | null): [ReactNode, { disabled: boolean; "aria-describedby"?: string }] {
  const id = useId();
  if (why === null) return [null, { disabled: false }];
  const text = (
    <span id={id} className={styles.why}>
      {why}
    </span>
  );
  return [text, { disabled: true, "aria-describedby": id }];
}
