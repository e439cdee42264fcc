// Action of a client for a call: icon and label. It does not use the icons of the hints.
import type { ComponentProps } from "react";
import type { ClientAction } from "../../backend";
import { strings } from "./strings";
import styles from "./verdict.module.css";

type Props = ComponentProps<"span"> & { action: ClientAction };

/** Passes on the props that a tooltip sets on its trigger. */
export function VerdictLabel({ action, className = "", children = strings.clients.actions[action], ...rest }: Props) {
  return (
    <span {...rest} className={`${styles.verdict} ${className}`} data-does={action}>
      {children}
    </span>
  );
}
