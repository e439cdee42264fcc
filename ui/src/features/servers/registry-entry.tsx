// Registry entry: title, description and, when expanded, its install options and their inputs.
import { ChevronDown, ChevronRight, CircleAlert } from "lucide-react";
import { useId } from "react";
import type { RegistryEntryView, InstallOptionView } from "../../backend";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { RegistryDraft } from "./registry-draft";
import { withOption } from "./registry-draft";
import { SecretNotice } from "./secret-notice";
import { ListedTools } from "./listed-tools";
import { RegistryInputField } from "./registry-input-field";
import { ServerNameField } from "./server-name-field";
import { strings } from "./strings";
import styles from "./registry-pane.module.css";

type Props = {
  entry: RegistryEntryView;
  /** Draft of the expanded entry; null: collapsed. */
  draft: RegistryDraft | null;
  /** Names of other servers. */
  taken: readonly string[];
  onOpen: (open: boolean) => void;
  onChange: (draft: RegistryDraft) => void;
  onSubmit: () => void;
};

export function RegistryEntry({ entry, draft, taken, onOpen, onChange, onSubmit }: Props) {
  const id = useId();
  const Chevron = draft ? ChevronDown : ChevronRight;
  return (
    <li className={styles.entry} data-open={draft !== null || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={draft !== null}
        aria-controls={draft ? id : undefined}
        onClick={() => onOpen(draft === null)}
      >
        <Chevron size={12} strokeWidth={2.25} aria-hidden="true" />
        <span className={styles.title}>
          <b>
            <ServerText text={entry.title ?? entry.name} />
          </b>
          {entry.title === null ? null : (
            <code>
              <ServerText text={entry.name} />
            </code>
          )}
        </span>
        <span className={styles.version}>
          <ServerText text={entry.version} />
        </span>
        {entry.status === null ? null : (
          <span className={styles.status}>
            <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
            <ServerText text={entry.status} />
          </span>
        )}
      </button>
      <p className={styles.description}>
        <ServerText text={entry.description} />
      </p>
      {entry.statusMessage === null ? null : (
        <p className={styles.description}>
          <ServerText text={sentence(entry.statusMessage)} />
        </p>
      )}
      {draft ? (
        <form
          id={id}
          className={styles.options}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {entry.options.length === 0 ? <p className={styles.note}>{strings.registry.noOptions}</p> : null}
          {entry.options.map((option, index) => (
            <InstallOption
              key={index}
              option={option}
              group={id}
              chosen={index === draft.option}
              onChoose={() => onChange(withOption(entry, draft, index))}
            />
          ))}
          {entry.options[draft.option]?.inputs.map((input) => (
            <RegistryInputField
              key={input.name}
              input={input}
              value={draft.answers[input.name] ?? ""}
              onChange={(value) => onChange({ ...draft, answers: { ...draft.answers, [input.name]: value } })}
            />
          ))}
          {entry.options[draft.option]?.inputs.some((input) => input.secret) ? <SecretNotice /> : null}
          <ServerNameField value={draft.name} taken={taken} testId="registry-name" onChange={(name) => onChange({ ...draft, name })} />
          <ListedTools entry={entry} />
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      ) : null}
    </li>
  );
}

type InstallOptionProps = { option: InstallOptionView; group: string; chosen: boolean; onChoose: () => void };

function InstallOption({ option, group, chosen, onChoose }: InstallOptionProps) {
  return (
    <div className={styles.option}>
      <label>
        <input type="radio" name={group} checked={chosen} disabled={option.problem !== null} onChange={onChoose} />
        <ServerText text={option.label} />
      </label>
      <code className={styles.command}>
        <ServerText text={option.command.join(" ")} multiline />
      </code>
      {option.problem === null ? null : (
        <p className={styles.note} data-tone="error">
          <ServerText text={sentence(option.problem)} />
        </p>
      )}
      {option.notes.map((note) => (
        <p key={note} className={styles.note}>
          <ServerText text={sentence(note)} />
        </p>
      ))}
    </div>
  );
}
