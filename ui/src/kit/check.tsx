// A box to tick, with its words.
import type { ComponentProps, ReactNode } from "react";
import styles from "./check.module.css";

type Props = Omit<ComponentProps<"input">, "type"> & { children: ReactNode };

export function Check({ children, className, ...rest }: Props) {
  return (
    <label className={`${styles.check} ${className ?? ""}`}>
      <input type="checkbox" {...rest} />
      <span>{children}</span>
    </label>
  );
}
