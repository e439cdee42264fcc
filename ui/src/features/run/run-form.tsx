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
import { strings } from "./strings";
import type { Arguments } from "./use-arguments";
import styles from "./run-form.module.css";

const text = strings.form;

type Props = { form: Form; arguments: Arguments; /** Arguments of a recent call that were not saved. */ redacted: readonly string[] };

export function RunForm({ form, arguments: draft, redacted }: Props) {
  const id = useId();
  const { state } = draft;
  const isJson = state.mode === "json";
  return (
    <section aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h3 id={`${id}-title`}>{text.title}</h3>
        <CopyButton label={text.copy} text={draft.text} onFailed={couldNotCopy} />
        <span id={`${id}-switch`}>{text.asJson}</span>
        <Switch
          on={isJson}
          aria-labelledby={`${id}-switch`}
          aria-describedby={isJson ? `${id}-reason` : undefined}
          aria-disabled={(isJson && draft.broken) || undefined}
          data-testid="run-json-switch"
          onChange={(on) => (on ? draft.asJson() : draft.broken ? undefined : draft.asForm())}
        />
      </header>
      {redacted.length === 0 ? null : (
        <p className={styles.note} data-testid="run-left">
          {text.redacted} <ServerText text={clip(redacted.join(", "), 300)} limit={4} />
        </p>
      )}
      {state.mode === "json" ? (
        <>
          <p className={styles.note} id={`${id}-reason`}>
            {state.reason === null ? null : <ServerText text={text.staysJson(clip(sentence(state.reason), 300))} limit={4} />}
          </p>
          <textarea
            className={styles.json}
            data-testid="run-json"
            aria-label={text.json}
            aria-invalid={draft.broken || undefined}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            value={state.raw}
            onChange={(event) => draft.type(event.target.value)}
          />
        </>
      ) : (
        <div key={draft.round}>
          <Remarks form={form} />
          <Members fields={form.fields} value={state.value} pointer="" onChange={draft.edit} />
        </div>
      )}
    </section>
  );
}

function Remarks({ form: { fields, open, limitation } }: { form: Form }) {
  return (
    <>
      {fields.length > 0 ? null : (
        <p className={styles.note}>{open ? text.noDeclaredArguments : text.noArguments}</p>
      )}
      {limitation === null ? null : (
        <p className={styles.note}>
          {text.limitation} <ServerText text={clip(limitation, 300)} limit={4} />
        </p>
      )}
    </>
  );
}
