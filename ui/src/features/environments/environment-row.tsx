// One environment in the list; its name becomes a field while it is renamed.
import { Check } from "lucide-react";
import type { FormEvent, KeyboardEvent } from "react";
import { useId, useState } from "react";
import type { EnvironmentView } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Input } from "../../kit/field";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { nameProblem } from "./labels";
import styles from "./list-pane.module.css";

type Props = {
  environment: EnvironmentView;
  taken: readonly string[];
  isShown: boolean;
  readOnly: boolean;
  renaming: boolean;
  onRename: (name: string | null) => void;
  onDelete: () => void;
};

export function EnvironmentRow({ environment, taken, isShown, readOnly, renaming, onRename, onDelete }: Props) {
  const { name, decisions, rules } = environment;
  const plain = asPlainString(name);
  return (
    <tr data-testid={`environment-${name}`}>
      <td>
        {renaming ? (
          <RenameForm name={name} taken={taken} onDone={() => onRename(null)} />
        ) : (
          <span className={styles.name}>
            <ServerText text={name} />
            {isShown ? (
              <span className={styles.shown}>
                <Check size={12} strokeWidth={2.25} aria-hidden="true" />
                shown now
              </span>
            ) : null}
          </span>
        )}
      </td>
      <td data-number>{decisions.toLocaleString("en")}</td>
      <td data-number>{rules.toLocaleString("en")}</td>
      <td>
        {renaming ? null : (
          <span className={styles.acts}>
            <Button
              look="quiet"
              size="small"
              aria-label={`Rename ${plain}`}
              disabled={readOnly}
              onClick={() => onRename(name)}
            >
              Rename
            </Button>
            <Button look="quiet" size="small" aria-label={`Delete ${plain}`} disabled={readOnly} onClick={onDelete}>
              Delete
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

function RenameForm({ name, taken, onDone }: { name: string; taken: readonly string[]; onDone: () => void }) {
  const [typed, setTyped] = useState(name);
  const problemId = useId();
  const rename = useStoreMutation({
    run: (to: string) => backend.renameEnvironment({ name, to }),
    told: (to) => `Renamed ${name} to ${to}`,
    onDone,
  });
  const problem = typed === name ? null : nameProblem(typed, taken);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === name) onDone();
    else if (!problem) rename.mutate(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onDone();
  };
  return (
    <form onSubmit={submit}>
      <span className={styles.rename}>
        <Input
          autoFocus
          data-own-escape
          aria-label={`New name of ${asPlainString(name)}`}
          aria-invalid={problem !== null}
          aria-describedby={problem ? problemId : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" size="small" disabled={problem !== null || rename.isPending}>
          Save
        </Button>
        <Button look="quiet" size="small" onClick={onDone}>
          Cancel
        </Button>
      </span>
      {problem ? (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  );
}
