// Chip of an active toolset: icon and text, so that the state does not depend on colour alone.
import { CircleCheck } from "lucide-react";
import { ServerText } from "../../shared/server-text";
import { listed } from "./labels";
import styles from "./active-chip.module.css";

/** `places`: environments in which the toolset is active. */
export function ActiveChip({ places }: { places: readonly string[] }) {
  if (places.length === 0) return null;
  return (
    <span className={styles.chip} data-testid="active-in">
      <CircleCheck size={12} strokeWidth={2.25} aria-hidden="true" />
      <span>
        Active in <ServerText text={listed(places)} />
      </span>
    </span>
  );
}
