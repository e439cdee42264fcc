// Says that a toolset is equipped: an icon and the word, so that it does not hang on colour.
import { CircleCheck } from "lucide-react";
import { ServerText } from "../../shared/server-text";
import { listed } from "./labels";
import styles from "./equipped-chip.module.css";

/** Where it is equipped. */
export function EquippedChip({ places }: { places: readonly string[] }) {
  if (places.length === 0) return null;
  return (
    <span className={styles.chip} data-testid="equipped">
      <CircleCheck size={12} strokeWidth={2.25} aria-hidden="true" />
      <span>
        Equipped in <ServerText text={listed(places)} />
      </span>
    </span>
  );
}
