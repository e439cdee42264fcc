// Saved calls: choose one, save the current arguments, remove one.
import { X } from "lucide-react";
import type { FormEvent } from "react";
import { useState } from "react";
import type { ChangeReport, SaveCallInput, SavedCall, SavedCallKey, ToolKey } from "../../backend";
import { backend } from "../../backend";
import { Button, IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { clip } from "../../shared/clip";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { Fold } from "./fold";
import { strings } from "./strings";
import styles from "./calls.module.css";

const text = strings.savedCalls;

type Props = {
  tool: ToolKey;
  saved: readonly SavedCall[];
  readOnly: boolean;
  /** Arguments to save; null: not valid JSON. */
  json: string | null;
  onChoose: (call: SavedCall) => void;
};

export function SavedCalls({ tool, saved, readOnly, json, onChoose }: Props) {
  const remove = useStoreMutation<SavedCallKey, ChangeReport>({
    run: (key) => backend.removeSavedCall(key),
    successMessage: ({ name }) => text.removed(clip(name, 80)),
  });
  return (
    <Fold title={text.title} count={saved.length} testId="run-saved">
      {saved.length === 0 ? <p className={styles.none}>{text.empty}</p> : null}
      <ul className={styles.list} aria-label={text.title}>
        {saved.map((call) => (
          <li key={call.name}>
            <button type="button" className={styles.call} onClick={() => onChoose(call)}>
              <ServerText text={clip(call.name, 120)} />
              {call.outdated ? <span className={styles.outdated}>{text.outdated}</span> : null}
              <code>
                <ServerText text={clip(call.arguments, 120)} limit={1} />
              </code>
            </button>
            {readOnly ? null : (
              <IconButton label={text.remove(asPlainString(call.name))} onClick={() => remove.mutate({ ...tool, name: call.name })}>
                <X size={12} strokeWidth={2.25} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {readOnly ? <p className={styles.none}>{text.readOnly}</p> : <SaveForm tool={tool} saved={saved} json={json} />}
    </Fold>
  );
}

function SaveForm({ tool, saved, json }: Pick<Props, "tool" | "saved" | "json">) {
  const [name, setName] = useState("");
  const save = useStoreMutation<SaveCallInput, ChangeReport>({
    run: (input) => backend.saveCall(input),
    successMessage: (input) => text.saved(clip(input.name, 80)),
    onDone: () => setName(""),
  });
  const trimmedName = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmedName !== "" && json !== null) save.mutate({ ...tool, name: trimmedName, arguments: json });
  };
  return (
    <form className={styles.save} onSubmit={submit}>
      <Input aria-label={text.name} placeholder={text.namePlaceholder} className={styles.name} value={name} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" size="small" data-testid="run-save" disabled={trimmedName === "" || json === null || save.isPending}>
        {saved.some((call) => call.name === trimmedName) ? text.replace : text.save}
      </Button>
    </form>
  );
}
