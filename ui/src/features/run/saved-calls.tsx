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
import styles from "./calls.module.css";

type Props = {
  tool: ToolKey;
  saved: readonly SavedCall[];
  readOnly: boolean;
  /** Arguments to save; null: not valid JSON. */
  text: string | null;
  onChoose: (call: SavedCall) => void;
};

export function SavedCalls({ tool, saved, readOnly, text, onChoose }: Props) {
  const remove = useStoreMutation<SavedCallKey, ChangeReport>({
    run: (key) => backend.removeSavedCall(key),
    successMessage: ({ name }) => `Call ${clip(name, 80)} removed`,
  });
  return (
    <Fold title="Saved calls" count={saved.length} testId="run-saved">
      {saved.length === 0 ? <p className={styles.none}>No call of this tool is saved.</p> : null}
      <ul className={styles.list} aria-label="Saved calls">
        {saved.map((call) => (
          <li key={call.name}>
            <button type="button" className={styles.call} onClick={() => onChoose(call)}>
              <ServerText text={clip(call.name, 120)} />
              {call.outdated ? <span className={styles.outdated}>before the tool changed</span> : null}
              <code>
                <ServerText text={clip(call.arguments, 120)} limit={1} />
              </code>
            </button>
            {readOnly ? null : (
              <IconButton label={`Remove ${asPlainString(call.name)}`} onClick={() => remove.mutate({ ...tool, name: call.name })}>
                <X size={12} strokeWidth={2.25} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {readOnly ? <p className={styles.none}>The store cannot be written, so none can be saved.</p> : <SaveThis tool={tool} saved={saved} text={text} />}
    </Fold>
  );
}

function SaveThis({ tool, saved, text }: Pick<Props, "tool" | "saved" | "text">) {
  const [name, setName] = useState("");
  const save = useStoreMutation<SaveCallInput, ChangeReport>({
    run: (input) => backend.saveCall(input),
    successMessage: (input) => `Call ${clip(input.name, 80)} saved`,
    onDone: () => setName(""),
  });
  const trimmedName = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmedName !== "" && text !== null) save.mutate({ ...tool, name: trimmedName, arguments: text });
  };
  return (
    <form className={styles.save} onSubmit={submit}>
      <Input aria-label="Name of the call" placeholder="Save these arguments as…" className={styles.name} value={name} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" size="small" data-testid="run-save" disabled={trimmedName === "" || text === null || save.isPending}>
        {saved.some((call) => call.name === trimmedName) ? "Replace" : "Save"}
      </Button>
    </form>
  );
}
