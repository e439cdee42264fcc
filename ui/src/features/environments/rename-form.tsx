// Inline form in the list that renames an environment.
import type { FormEvent, KeyboardEvent } from "react";
import { useId, useState } from "react";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Input } from "../../kit/field";
import { asPlainString } from "../../shared/hidden-characters";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { nameProblem } from "./environment-name";
import { strings } from "./strings";
import styles from "./list-pane.module.css";

const { renameForm: text } = strings;

export function RenameForm({ name, taken, onDone }: { name: string; taken: readonly string[]; onDone: () => void }) {
  const [typed, setTyped] = useState(name);
  const problemId = useId();
  const rename = useStoreMutation({
    run: (to: string) => backend.renameEnvironment({ name, to }),
    successMessage: (to) => text.renamed(name, to),
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
          aria-label={text.name(asPlainString(name))}
          aria-invalid={problem !== null}
          aria-describedby={problem ? problemId : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" size="small" disabled={problem !== null || rename.isPending}>
          {text.save}
        </Button>
        <Button look="quiet" size="small" onClick={onDone}>
          {text.cancel}
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
