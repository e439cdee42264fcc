// Row of one note: text, scope, author and actions. Rendered lazily, near the visible area.
import { useState } from "react";
import type { NoteView, ToolDetail } from "../../backend";
import { LinkButton } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ago } from "../../shared/ago";
import { ClampedText } from "../../shared/clamped-text";
import { clip } from "../../shared/clip";
import { exactly } from "../../shared/day";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { keyOf } from "../../shared/tool-id";
import { useLazySection } from "../../shared/use-lazy-section";
import { draftOf, editId, openDraft, useDrafts } from "./drafts";
import { NoteForm } from "./note-form";
import { strings } from "./strings";
import styles from "./note-row.module.css";

const text = strings.row;

type Props = {
  detail: ToolDetail;
  note: NoteView;
  now: number;
  readOnly: boolean;
  onCopy: () => void;
  onDelete: () => void;
};

/** Row height with a text of one line, in pixels. */
const HEIGHT = 60;

export function NoteRow(props: Props) {
  const { ref, near, style } = useLazySection<HTMLLIElement>(HEIGHT);
  return (
    <li ref={ref} style={style} className={styles.note} data-testid="note">
      {near ? <Note {...props} /> : null}
    </li>
  );
}

function Note(props: Props) {
  const { detail, note, readOnly } = props;
  const id = editId(keyOf(detail.card), note);
  const draft = useDrafts((state) => state.drafts.get(id));
  const close = useDrafts((state) => state.close);
  // After the form closes, the focus returns to the Edit link.
  const [restoreFocus, setRestoreFocus] = useState(false);
  if (draft && !readOnly) {
    const onClose = () => {
      setRestoreFocus(true);
      close(id);
    };
    return <NoteForm detail={detail} id={id} draft={{ ...draft, name: draft.name ?? note.name }} replaces={note} onClose={onClose} />;
  }
  return <NoteContent {...props} autoFocus={restoreFocus} onEdit={() => openDraft(id, draftOf(note))} />;
}

type ContentProps = Props & { autoFocus: boolean; onEdit: () => void };

function NoteContent({ note, now, readOnly, autoFocus, onEdit, onCopy, onDelete }: ContentProps) {
  const suffix = <VisuallyHidden>{text.ofNote(asPlainString(clip(note.name, 100)))}</VisuallyHidden>;
  return (
    <>
      <p className={styles.head}>
        <ServerText className={styles.name} text={clip(note.name, 100)} limit={4} />
        <Scope note={note} />
      </p>
      <div className={styles.text}>
        <ClampedText text={note.text} />
      </div>
      <div className={styles.foot}>
        <span className={styles.who}>
          {note.author === null ? null : (
            <>
              <ServerText text={clip(note.author, 40)} limit={1} />
              {" · "}
            </>
          )}
          <time dateTime={note.at} title={exactly(note.at)}>
            {ago(note.at, now)}
          </time>
        </span>
        {readOnly ? null : (
          <span className={styles.actions}>
            <LinkButton autoFocus={autoFocus} onClick={onEdit}>
              {text.edit}
              {suffix}
            </LinkButton>
            <LinkButton onClick={onCopy}>
              {text.copy}
              {suffix}
            </LinkButton>
            <LinkButton onClick={onDelete}>
              {text.delete}
              {suffix}
            </LinkButton>
          </span>
        )}
      </div>
    </>
  );
}

function Scope({ note: { toolset, read } }: { note: NoteView }) {
  if (toolset === null) return <span className={styles.scope}>{text.allToolsets}</span>;
  return (
    <span className={styles.scope}>
      {text.onlyIn(<ServerText text={clip(toolset, 60)} limit={2} />)}
      {read ? null : <b>{text.inactive}</b>}
    </span>
  );
}
