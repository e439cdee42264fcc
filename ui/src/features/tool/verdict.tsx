// What a client does with a call: an icon and a word. The icons of hints are not used here.
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

/** Passes on what a tooltip asks of what it belongs to. */
export function VerdictWord({ does, className = "", children = DOES_WORD[does], ...rest }: Props) {
  return (
    <span {...rest} className={`${styles.word} ${className}`} data-does={does}>
      {children}
    </span>
  );
}
