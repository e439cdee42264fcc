// On or off, at once. Never for a hint: a switch cannot say "inherit".
import type { ComponentProps } from "react";
import styles from "./switch.module.css";

type Props = Omit<ComponentProps<"button">, "onChange" | "role" | "type"> & {
  on: boolean;
  onChange: (on: boolean) => void;
};

export function Switch({ on, onChange, className, ...rest }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className={`${styles.switch} ${className ?? ""}`}
      onClick={() => onChange(!on)}
      {...rest}
    >
      <span className={styles.track} aria-hidden="true" />
      <span className={styles.word} aria-hidden="true">
        {on ? "On" : "Off"}
      </span>
    </button>
  );
}
