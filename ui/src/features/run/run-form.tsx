// Arguments as a form or as JSON, with a note about what only JSON can express.
import { useId } from "react";
import type { Form } from "../../backend";
import { CopyButton } from "../../kit/copy-button";
import { Switch } from "../../kit/switch";
import { clip } from "../../shared/clip";
import { couldNotCopy } from "../../shared/could-not-copy";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { Members } from "./object-field";
import type { Arguments } from "./use-arguments";
import styles from "./run-form.module.css";

type Props = { form: Form; arguments: Arguments; /** Redacted arguments of a recent call. */ left: readonly string[] };

export function RunForm({ form, arguments: written, left }: Props) {
  const id = useId();
  const { state } = written;
  const isJson = state.mode === "json";
  return (
    <section aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h3 id={`${id}-title`}>Arguments</h3>
        <CopyButton label="Copy the arguments as JSON" text={written.text} onFailed={couldNotCopy} />
        <span id={`${id}-switch`}>As JSON</span>
        <Switch
          on={isJson}
          aria-labelledby={`${id}-switch`}
          aria-describedby={isJson ? `${id}-stays` : undefined}
          aria-disabled={(isJson && written.broken) || undefined}
          data-testid="run-json-switch"
          onChange={(on) => (on ? written.asJson() : written.broken ? undefined : written.asForm())}
        />
      </header>
      {left.length === 0 ? null : (
        <p className={styles.note} data-testid="run-left">
          These looked secret and were not kept. Fill them in again: <ServerText text={clip(left.join(", "), 300)} limit={4} />
        </p>
      )}
      {state.mode === "json" ? (
        <>
          <p className={styles.note} id={`${id}-stays`}>
            {state.stays === null ? null : <ServerText text={`${clip(sentence(state.stays), 300)}. So it stays JSON.`} limit={4} />}
          </p>
          <textarea
            className={styles.json}
            data-testid="run-json"
            aria-label="Arguments as JSON"
            aria-invalid={written.broken || undefined}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            value={state.raw}
            onChange={(event) => written.type(event.target.value)}
          />
        </>
      ) : (
        <div key={written.round}>
          <Remarks form={form} />
          <Members fields={form.fields} value={state.value} pointer="" onChange={written.edit} />
        </div>
      )}
    </section>
  );
}

function Remarks({ form: { fields, open, limitation } }: { form: Form }) {
  return (
    <>
      {fields.length > 0 ? null : (
        <p className={styles.note}>{open ? "It names no arguments. Others can be given as JSON." : "It takes no arguments."}</p>
      )}
      {limitation === null ? null : (
        <p className={styles.note}>
          The form does not show all of it: <ServerText text={clip(limitation, 300)} limit={4} />
        </p>
      )}
    </>
  );
}
