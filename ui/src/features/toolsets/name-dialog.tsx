// Dialogs for a name: the new name of a toolset, or the name of its copy.
import type { FormEvent } from "react";
import { useId, useState } from "react";
import { Button } from "../../kit/button";
import { Dialog } from "../../kit/dialog";
import { Input, Labelled } from "../../kit/field";
import { asPlainString } from "../../shared/hidden-characters";
import { useCopyToolset, useRenameToolset } from "./use-toolset-mutations";
import { strings } from "./strings";
import { toolsetNameProblem } from "./toolset-name";

type Props = { name: string; taken: readonly string[]; readOnly: boolean; onClose: () => void };

export function RenameToolsetDialog({ name, taken, readOnly, onClose }: Props) {
  const rename = useRenameToolset(onClose);
  return (
    <NameDialog
      title={strings.renameDialog.title(asPlainString(name))}
      about={strings.renameDialog.about}
      initialName={name}
      submitLabel={strings.renameDialog.rename}
      taken={taken}
      disabled={readOnly || rename.isPending}
      onName={(to) => rename.mutate({ name, to })}
      onClose={onClose}
    />
  );
}

export function CopyToolsetDialog({ name, taken, readOnly, onClose }: Props) {
  const copy = useCopyToolset(onClose);
  return (
    <NameDialog
      title={strings.copyDialog.title(asPlainString(name))}
      about={strings.copyDialog.about}
      initialName=""
      submitLabel={strings.copyDialog.copy}
      taken={taken}
      disabled={readOnly || copy.isPending}
      onName={(to) => copy.mutate({ name, to })}
      onClose={onClose}
    />
  );
}

type NameProps = {
  title: string;
  about: string;
  initialName: string;
  submitLabel: string;
  taken: readonly string[];
  disabled: boolean;
  onName: (name: string) => void;
  onClose: () => void;
};

function NameDialog({ title, about, initialName, submitLabel, taken, disabled, onName, onClose }: NameProps) {
  const [typed, setTyped] = useState(initialName);
  const formId = useId();
  const problem = typed === "" || typed === initialName ? null : toolsetNameProblem(typed, taken);
  const ready = !disabled && typed !== "" && typed !== initialName && problem === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onName(typed);
  };
  return (
    <Dialog
      title={title}
      about={about}
      onClose={onClose}
      foot={
        <>
          <span data-spacer />
          <Button onClick={onClose}>{strings.nameDialog.cancel}</Button>
          <Button type="submit" form={formId} look="primary" disabled={!ready}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Labelled label={strings.nameDialog.name} error={problem} note={strings.nameDialog.note}>
          {(id) => (
            <Input id={id} aria-invalid={problem !== null} value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Labelled>
      </form>
    </Dialog>
  );
}
