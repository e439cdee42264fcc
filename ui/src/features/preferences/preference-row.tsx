// Row of a preference: label, description and control.
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../kit/button";
import styles from "./preferences.module.css";

type Props = {
  id: string;
  label: ReactNode;
  about?: ReactNode;
  /** Reset button, for a value that is not the default. */
  reset?: { label: string; run: () => void } | null;
  children: ReactNode;
  /** Id of the control, if there is exactly one. */
  labels?: string;
};

/** `${id}-about` is the description; if there is not exactly one control, `${id}-label` is the label of the group. */
export function PreferenceRow({ id, label, about, reset, children, labels }: Props) {
  return (
    <div className={styles.row} data-testid={`preference-${id}`}>
      <div className={styles.text}>
        {labels ? (
          <label htmlFor={labels} className={styles.label}>
            {label}
          </label>
        ) : (
          <span id={`${id}-label`} className={styles.label}>
            {label}
          </span>
        )}
        {about ? (
          <p id={`${id}-about`} className={styles.about}>
            {about}
          </p>
        ) : null}
      </div>
      <div className={styles.control}>
        {reset ? (
          <IconButton label={reset.label} onClick={reset.run}>
            <Undo2 size={14} aria-hidden="true" />
          </IconButton>
        ) : null}
        {children}
      </div>
    </div>
  );
}
