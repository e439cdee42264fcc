// Name of a new server, checked while the user types, with a free name as a suggestion.
import { LinkButton } from "../../kit/button";
import { Input, Labelled } from "../../kit/field";
import { freeServerName, serverNameProblem } from "./server-name";
import { strings } from "./strings";
import styles from "./server-form.module.css";

type Props = {
  value: string;
  taken: readonly string[];
  testId: string;
  autoFocus?: boolean;
  onChange: (name: string) => void;
};

export function ServerNameField({ value, taken, testId, autoFocus = false, onChange }: Props) {
  const problem = serverNameProblem(value, taken);
  const free = freeServerName(value, taken);
  return (
    <div>
      <Labelled label={strings.form.name} note={strings.form.nameNote} error={problem}>
        {(id) => (
          <Input
            id={id}
            data-testid={testId}
            autoFocus={autoFocus}
            placeholder={strings.form.placeholders.name}
            aria-invalid={problem !== null}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Labelled>
      {problem ? (
        <LinkButton className={styles.suggestion} onClick={() => onChange(free)}>
          {strings.name.use(free)}
        </LinkButton>
      ) : null}
    </div>
  );
}
