// One server of a registry: what it says about itself and, once opened, the ways to reach it and what they ask for.
import { ChevronDown, ChevronRight, CircleAlert } from "lucide-react";
import { useId } from "react";
import type { RegistryEntryView, InstallOptionView } from "../../backend";
import { Input, Labelled } from "../../kit/field";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { RegistryDraft } from "./registry-draft";
import { withWay } from "./registry-draft";
import { SecretNotice } from "./secret-notice";
import { RegistryInputField } from "./registry-input-field";
import styles from "./registry-pane.module.css";

type Props = {
  entry: RegistryEntryView;
  /** What was filled in; null while it is closed. */
  draft: RegistryDraft | null;
  onOpen: (open: boolean) => void;
  onChange: (draft: RegistryDraft) => void;
  onSubmit: () => void;
};

export function RegistryEntry({ entry, draft, onOpen, onChange, onSubmit }: Props) {
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
          className={styles.ways}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {entry.ways.length === 0 ? <p className={styles.note}>The registry names no way to reach it.</p> : null}
          {entry.ways.map((way, index) => (
            <InstallOption
              key={index}
              way={way}
              group={id}
              chosen={index === draft.way}
              onChoose={() => onChange(withWay(entry, draft, index))}
            />
          ))}
          {entry.ways[draft.way]?.wanted.map((wanted) => (
            <RegistryInputField
              key={wanted.name}
              wanted={wanted}
              value={draft.answers[wanted.name] ?? ""}
              onChange={(value) => onChange({ ...draft, answers: { ...draft.answers, [wanted.name]: value } })}
            />
          ))}
          {entry.ways[draft.way]?.wanted.some((wanted) => wanted.secret) ? <SecretNotice /> : null}
          <Labelled label="Name" note="Stands before every tool of this server.">
            {(field) => (
              <Input
                id={field}
                data-testid="registry-name"
                value={draft.name}
                onChange={(event) => onChange({ ...draft, name: event.target.value })}
              />
            )}
          </Labelled>
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      ) : null}
    </li>
  );
}

type WayProps = { way: InstallOptionView; group: string; chosen: boolean; onChoose: () => void };

function InstallOption({ way, group, chosen, onChoose }: WayProps) {
  return (
    <div className={styles.way}>
      <label>
        <input type="radio" name={group} checked={chosen} disabled={way.problem !== null} onChange={onChoose} />
        <ServerText text={way.label} />
      </label>
      <code className={styles.command}>
        <ServerText text={way.command.join(" ")} multiline />
      </code>
      {way.problem === null ? null : (
        <p className={styles.note} data-tone="error">
          <ServerText text={sentence(way.problem)} />
        </p>
      )}
      {way.notes.map((note) => (
        <p key={note} className={styles.note}>
          <ServerText text={sentence(note)} />
        </p>
      ))}
    </div>
  );
}
