// Form for a new note or for editing a note in place: Ctrl+Enter saves, Escape closes an unchanged form.
import type { FormEvent, KeyboardEvent } from "react";
import { useEffect, useId, useRef } from "react";
import { commandOf } from "../../shared/keymap";
import type { NoteView, ToolDetail } from "../../backend";
import { Button } from "../../kit/button";
import { Checkbox } from "../../kit/checkbox";
import { Input, Select } from "../../kit/field";
import { TextArea } from "../../kit/text-area";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import type { NamedDraft } from "./drafts";
import { draftOf, EMPTY_DRAFT, useDrafts } from "./drafts";
import { ModelText } from "./model-text";
import { lengthOf, MAX_TEXT_LENGTH } from "./note-fields";
import { strings } from "./strings";
import { Templates } from "./templates";
import { useNoteForm } from "./use-note-form";
import styles from "./note-form.module.css";

const labels = strings.form;

type Props = {
  detail: ToolDetail;
  id: string;
  draft: NamedDraft;
  /** The edited note; null: a new note. */
  replaces: NoteView | null;
  /** Called after saving or cancelling. */
  onClose: () => void;
};

export function NoteForm({ detail, id, draft, replaces, onClose }: Props) {
  const ids = { name: useId(), text: useId(), scope: useId(), name_: useId(), aboutName: useId(), text_: useId(), count: useId() };
  const name = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const form = useNoteForm(detail, id, draft, replaces, onClose);
  const shouldFocus = useDrafts((state) => state.focusId === id);
  useEffect(() => {
    if (!shouldFocus) return;
    useDrafts.setState({ focusId: null });
    text.current?.closest("form")?.scrollIntoView({ block: "nearest" });
    text.current?.focus({ preventScroll: true });
  }, [shouldFocus]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (form.pending) return;
    const invalidField = form.save();
    if (invalidField) (invalidField === "name" ? name : text).current?.focus();
  };
  const start = replaces ? draftOf(replaces) : EMPTY_DRAFT;
  const onKeyDown = (event: KeyboardEvent) => {
    // React events bubble through portals, so keys pressed in the templates popover arrive here too.
    const isOurs = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.nativeEvent.isComposing || !isOurs) return;
    if (commandOf("form", event) === "submit") {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape" && draft.text === start.text && (draft.name === start.name || form.isSuggestedName)) onClose();
  };
  const { problems, hidden } = form;
  const aboutText = problems.text ?? problems.hidden;
  const length = lengthOf(draft.text);
  return (
    <form
      className={styles.form}
      aria-label={replaces ? labels.editLabel(asPlainString(replaces.name)) : labels.addLabel}
      data-testid="note-form"
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <div className={styles.line}>
        <label htmlFor={ids.name}>{labels.name}</label>
        <Templates draft={draft} onChoose={form.set} />
      </div>
      <Input
        ref={name}
        id={ids.name}
        mono
        data-testid="note-name"
        placeholder={labels.namePlaceholder}
        aria-invalid={problems.name !== undefined}
        aria-describedby={problems.name ? ids.name_ : ids.aboutName}
        value={draft.name}
        onChange={(event) => form.set({ name: event.target.value })}
      />
      <Problem id={ids.name_} message={problems.name} />
      {problems.name ? null : (
        <p id={ids.aboutName} className={styles.about}>
          {labels.aboutName}
        </p>
      )}
      <div className={styles.line}>
        <label htmlFor={ids.text}>{labels.text}</label>
        <span id={ids.count} className={styles.count} data-over={length > MAX_TEXT_LENGTH || undefined}>
          {labels.length(length, MAX_TEXT_LENGTH)}
        </span>
      </div>
      <TextArea
        ref={text}
        id={ids.text}
        className={styles.text}
        placeholder={labels.textPlaceholder}
        aria-invalid={aboutText !== undefined}
        aria-describedby={aboutText ? `${ids.count} ${ids.text_}` : ids.count}
        value={draft.text}
        onChange={(event) => form.set({ text: event.target.value })}
      />
      <Problem id={ids.text_} message={aboutText} />
      {hidden ? (
        <Checkbox className={styles.keepHidden} checked={hidden.confirmed} onChange={form.confirmHidden}>
          {labels.keepHiddenCharacters}
        </Checkbox>
      ) : null}
      {replaces || detail.card.toolsets.length === 0 ? null : (
        <>
          <div className={styles.line}>
            <label htmlFor={ids.scope}>{labels.scope}</label>
          </div>
          <Select
            id={ids.scope}
            always
            value={form.toolset ?? ""}
            options={[
              { value: "", label: labels.allToolsets },
              ...detail.card.toolsets.map((toolset) => ({
                value: toolset,
                label: labels.onlyIn(asPlainString(toolset), toolset === detail.activeToolset),
              })),
            ]}
            onChange={(event) => form.set({ toolset: event.target.value || null })}
          />
        </>
      )}
      <ModelText preview={form.preview} />
      <div className={styles.foot}>
        <Button size="small" look="quiet" onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button size="small" type="submit" disabled={form.pending}>
          {replaces ? labels.save : labels.add}
        </Button>
      </div>
    </form>
  );
}

function Problem({ id, message }: { id: string; message: string | undefined }) {
  return message === undefined ? null : (
    <p id={id} className={styles.problem} role="alert">
      <ServerText text={message} />
    </p>
  );
}
