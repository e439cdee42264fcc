// Field for the name of the tool, which the user types before allowing a destructive call.
import { Check } from "lucide-react";
import { Input, Labelled } from "../../kit/field";
import { ServerText } from "../../shared/server-text";
import styles from "./approval.module.css";

type Props = { act: string | null; tool: string; value: string; isRight: boolean; onType: (value: string) => void };

export function TypedName({ act, tool, value, isRight, onType }: Props) {
  return (
    <div className={styles.typed}>
      <Labelled
        label={
          <>
            {`Type the tool’s name to ${act ? act.toLowerCase() : "run it"}: `}
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
            after={isRight ? <Check size={14} className={styles.right} role="img" aria-label="That is its name" /> : null}
          />
        )}
      </Labelled>
    </div>
  );
}
