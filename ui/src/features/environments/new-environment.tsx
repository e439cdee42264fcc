// Form that creates an environment, empty or as a copy of another.
import type { FormEvent } from "react";
import { useId, useState } from "react";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { Input, Labelled, Select } from "../../kit/field";
import { asPlainString } from "../../shared/hidden-characters";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { nameProblem } from "./environment-name";
import { strings } from "./strings";
import styles from "./list-pane.module.css";

const { newForm: text } = strings;

const NOTHING = "";

type Props = { focused: boolean; names: readonly string[]; readOnly: boolean };

export function NewEnvironment({ focused, names, readOnly }: Props) {
  const [name, setName] = useState("");
  const [copySource, setCopySource] = useState(NOTHING);
  const problemId = useId();
  const copyOf = names.includes(copySource) ? copySource : NOTHING;
  const add = useStoreMutation({
    run: (input: { name: string; copyOf: string | null }) => backend.addEnvironment(input),
    successMessage: (input) => (input.copyOf ? text.createdCopy(input.name, input.copyOf) : text.created(input.name)),
    onDone: () => setName(""),
  });
  const problem = name === "" ? null : nameProblem(name, names);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== "" && !problem && !readOnly) add.mutate({ name, copyOf: copyOf || null });
  };
  return (
    <form className={styles.new} onSubmit={submit}>
      <Labelled label={text.name}>
        {(id) => (
          <Input
            id={id}
            data-testid="new-environment"
            autoFocus={focused}
            placeholder={text.placeholder}
            aria-invalid={problem !== null}
            aria-describedby={problem ? problemId : undefined}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labelled>
      <Labelled label={text.startFrom}>
        {(id) => (
          <Select
            id={id}
            always
            value={copyOf}
            onChange={(event) => setCopySource(event.target.value)}
            options={[
              { value: NOTHING, label: text.empty },
              ...names.map((other) => ({ value: other, label: text.copyOf(asPlainString(other)) })),
            ]}
          />
        )}
      </Labelled>
      <Button type="submit" look="primary" disabled={readOnly || name === "" || problem !== null || add.isPending}>
        {text.create}
      </Button>
      {problem ? (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  );
}
