// Chip with the environment that an edit applies to; not rendered for the base.
import { Layers } from "lucide-react";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./environment-chip.module.css";

export function EnvironmentChip({ environment }: { environment: string | null }) {
  if (environment === null) return null;
  return (
    <span className={styles.chip} data-testid="environment-chip">
      <Layers size={12} strokeWidth={2.25} aria-hidden="true" />
      {strings.chip(<ServerText text={environment} />)}
    </span>
  );
}
