// Action of a client for a call: icon and label. It does not use the icons of the hints.
import type { ComponentProps } from "react";
import type { ClientAction } from "../../backend";
import styles from "./verdict.module.css";

export const DOES_WORD: Record<ClientAction, string> = {
  runs: "Runs at once",
  asks: "Asks",
  judges: "A model decides",
  refuses: "Refuses",
  hides: "Not offered",
};

type Props = ComponentProps<"span"> & { does: ClientAction };

/** Passes on the props that a tooltip sets on its trigger. */
export function VerdictLabel({ does, className = "", children = DOES_WORD[does], ...rest }: Props) {
  return (
    <span {...rest} className={`${styles.verdict} ${className}`} data-does={does}>
      {children}
    </span>
  );
}
