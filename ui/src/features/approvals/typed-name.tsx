// Field for the name of the tool, which the user types before allowing a destructive call.
import { Check } from "lucide-react";
import { Input, Labelled } from "../../kit/field";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./approval.module.css";

type Props = { verb: string | null; tool: string; value: string; matches: boolean; onType: (value: string) => void };

export function TypedName({ verb, tool, value, matches, onType }: Props) {
  return (
    <div className={styles.typed}>
      <Labelled
        label={
          <>
            {strings.typedName.label(verb)}
            <ServerText text={tool} />
          </>
        }
      >
        {(id) => (
          <Input
            id={id}
            mono
            className={styles.name ?? ""}
            data-testid="approval-name"
            value={value}
            onChange={(event) => onType(event.target.value)}
            after={matches ? <Check size={14} className={styles.right} role="img" aria-label={strings.typedName.matches} /> : null}
          />
        )}
      </Labelled>
    </div>
  );
}
