// Chip of an active toolset: icon and text, so that the state does not depend on colour alone.
import { CircleCheck } from "lucide-react";
import { ServerText } from "../../shared/server-text";
import { joinNames, strings } from "./strings";
import styles from "./active-chip.module.css";

/** `environments`: those in which the toolset is active. */
export function ActiveChip({ environments }: { environments: readonly string[] }) {
  if (environments.length === 0) return null;
  return (
    <span className={styles.chip} data-testid="active-in">
      <CircleCheck size={12} strokeWidth={2.25} aria-hidden="true" />
      <span>
        {strings.active.in(<ServerText text={joinNames(environments)} />)}
      </span>
    </span>
  );
}
