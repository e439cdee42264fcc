// One preference: its name, what it does, and its control.
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../kit/button";
import styles from "./preferences.module.css";

type Props = {
  id: string;
  label: ReactNode;
  about?: ReactNode;
  /** Shown where it is not as usual. */
  reset?: { label: string; run: () => void } | null;
  children: ReactNode;
  /** The id of the one control, where there is one. */
  labels?: string;
};

/** Described by `${id}-about`; where there is not one control, what there is is labelled by `${id}-label`. */
export function PreferenceRow({ id, label, about, reset, children, labels }: Props) {
  return (
    <div className={styles.row} data-testid={`preference-${id}`}>
      <div className={styles.words}>
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
