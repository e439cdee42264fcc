// Values that a loaded OpenAPI document suggests for a field. The user puts them in: calls and credentials go where they say.
import { Plus } from "lucide-react";
import { useId } from "react";
import { Button } from "../../kit/button";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import styles from "./suggestions.module.css";

/** Maximum number of suggestions. */
const MAX_SUGGESTED = 8;

type Props = {
  title: string;
  values: readonly string[];
  /** Accessible name of a suggestion. */
  labelOf: (value: string) => string;
  onUse: (value: string) => void;
};

export function Suggestions({ title, values, labelOf, onUse }: Props) {
  const id = useId();
  if (values.length === 0) return null;
  return (
    <div className={styles.suggestions} role="group" aria-labelledby={id}>
      <span id={id}>{title}</span>
      {values.slice(0, MAX_SUGGESTED).map((value) => (
        <Button key={value} size="small" className={styles.value} aria-label={labelOf(asPlainString(value))} onClick={() => onUse(value)}>
          <Plus size={12} strokeWidth={2.25} aria-hidden="true" />
          <ServerText text={value} limit={4} />
        </Button>
      ))}
    </div>
  );
}
