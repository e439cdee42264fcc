// Description of a tool: the text that a model reads, its editor, and the difference from the server's text. Blur or
// Ctrl+Enter saves, Escape discards, an empty text inherits.
import { Pencil, Undo2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useId } from "react";
import type { ToolDetail } from "../../backend";
import { IconButton, LinkButton } from "../../kit/button";
import { TextArea } from "../../kit/text-area";
import { ClampedText } from "../../shared/clamped-text";
import { withoutHidden } from "../../shared/hidden-characters";
import { commandOf } from "../../shared/keymap";
import { Mark } from "../../shared/mark";
import { Reason } from "../../shared/reason";
import { useDraft } from "../../shared/use-draft";
import { WordDifference } from "../../shared/word-difference";
import { addedTokens as describeAddedTokens } from "../notes/strings";
import { strings } from "./strings";
import styles from "./description-editor.module.css";

type Props = { detail: ToolDetail; readOnly: string | null; onSave: (description: string | null) => void };

export function DescriptionEditor({ detail, readOnly, onSave }: Props) {
  const labelId = useId();
  const { description, modelText, addedTokens } = detail;
  const { decided, inherited, superseded, difference } = description;
  // The editor begins with the text that applies. Hidden characters of the server are not taken over.
  const initialText = () => decided ?? withoutHidden(inherited);
  const draft = useDraft(decided, (text) => {
    if (decided !== null || text !== initialText().trim()) onSave(text);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const done = commandOf("form", event) === "submit";
    if (event.key === "Escape") draft.giveUp();
    if (!done && event.key !== "Escape") return;
    event.preventDefault();
    event.currentTarget.blur();
  };
  const isDecided = description.layer === "override" || description.layer === "environment";
  return (
    <div className={styles.row} data-changed={description.changed || undefined} data-testid="description">
      <span id={labelId} className={styles.label}>
        {strings.text.about}
      </span>
      <div className={styles.content}>
        {draft.editing ? (
          <TextArea
            aria-label={strings.text.descriptionLabel}
            value={draft.text}
            autoFocus
            onChange={(event) => draft.type(event.target.value)}
            onBlur={draft.save}
            onKeyDown={onKeyDown}
          />
        ) : null}
        <div role="group" aria-labelledby={labelId} className={styles.well}>
          {draft.editing ? <p className={styles.heading}>{strings.text.currentText}</p> : null}
          {modelText ? (
            <ClampedText text={modelText} />
          ) : (
            <span className={styles.none}>{strings.text.noDescription}</span>
          )}
          {addedTokens > 0 ? (
            <p className={styles.added} data-testid="added-tokens">
              {strings.text.addedTokens(describeAddedTokens(addedTokens))}
            </p>
          ) : null}
        </div>
        {isDecided && !draft.editing ? (
          <div className={styles.compared} role="group" aria-label={strings.text.compared} data-testid="description-difference">
            <p className={styles.heading}>{strings.text.compared}</p>
            {description.declared.trim() ? <WordDifference words={difference} /> : strings.text.noDescription}
            {superseded ? <p className={styles.note}>{strings.text.descriptionSuperseded[superseded]}</p> : null}
          </div>
        ) : null}
        <div className={styles.foot}>
          {isDecided ? (
            <span className={styles.layer}>
              <Mark mark="decided" />
              <Reason text={description.reason} />
            </span>
          ) : null}
          {readOnly === null && !draft.editing ? (
            <LinkButton className={styles.edit} onClick={() => draft.type(initialText())}>
              <Pencil size={12} strokeWidth={2.25} aria-hidden="true" /> {strings.text.editDescription}
            </LinkButton>
          ) : null}
          {decided !== null && readOnly === null ? (
            <IconButton label={strings.text.resetDescription} size="tiny" onClick={() => onSave(null)}>
              <Undo2 size={12} strokeWidth={2.25} aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      </div>
    </div>
  );
}
