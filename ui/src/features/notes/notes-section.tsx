// Notes section of the tool panel: notes, notes proposed by agents, and the form for a new note.
import { useState } from "react";
import { KeyHint } from "../../shared/key-hint";
import type { NoteView, ToolDetail } from "../../backend";
import { backend } from "../../backend";
import { Button, LinkButton } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { clip } from "../../shared/clip";
import { PanelSection } from "../../shared/panel-section";
import { keyOf } from "../../shared/tool-id";
import { useNow } from "../../shared/use-now";
import { ADD_ID, focusAdd } from "./add-note-focus";
import { CopyNotesDialog } from "./copy-notes-dialog";
import { newId, useDrafts, writeNote } from "./drafts";
import { NoteForm } from "./note-form";
import { NoteRow } from "./note-row";
import { noteId, suggestNoteName } from "./note-fields";
import { ProposedNotes } from "./proposed-notes";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { strings } from "./strings";
import styles from "./notes-section.module.css";

const text = strings.section;

/** Number of notes in the collapsed list. */
const COLLAPSED_COUNT = 20;

type Props = { detail: ToolDetail; readOnly: boolean };

export function NotesSection({ detail, readOnly }: Props) {
  const key = keyOf(detail.card);
  const id = newId(key);
  const draft = useDrafts((state) => state.drafts.get(id));
  const close = useDrafts((state) => state.close);
  const [showsAll, setShowsAll] = useState(false);
  const [noteToCopy, setNoteToCopy] = useState<NoteView | null>(null);
  const now = useNow();
  const remove = useStoreMutation({
    run: ({ name, toolset }: NoteView) => backend.deleteNote({ ...key, toolset, name }),
    successMessage: ({ name }) => text.deleted(name, clip(detail.card.title, 80)),
  });
  const { notes } = detail;
  return (
    <PanelSection
      id="notes"
      title={text.title}
      count={notes.length}
      apart
      after={
        readOnly ? null : (
          <Button id={ADD_ID} look="quiet" size="small" className={styles.add} onClick={() => writeNote(key)}>
            {text.add} <KeyHint of="tool.writeNote" />
          </Button>
        )
      }
    >
      {draft && !readOnly ? (
        <NoteForm
          detail={detail}
          id={id}
          draft={{ ...draft, name: draft.name ?? suggestNoteName(notes) }}
          replaces={null}
          onClose={() => {
            close(id);
            focusAdd();
          }}
        />
      ) : null}
      {detail.manyNotes ? (
        <Callout tone="warning">{text.tooLong}</Callout>
      ) : null}
      {notes.length === 0 && detail.proposedNotes.length === 0 && !draft ? (
        <p className={styles.none}>{text.empty}</p>
      ) : null}
      {detail.proposedNotes.length > 0 ? (
        <>
          <Callout tone="warning">{text.proposed(detail.proposedNotes.length)}</Callout>
          <ProposedNotes notes={detail.proposedNotes} readOnly={readOnly} showTool={false} />
        </>
      ) : null}
      <ul className={styles.list} aria-label={text.list}>
        {notes.slice(0, showsAll ? undefined : COLLAPSED_COUNT).map((note) => (
          <NoteRow
            key={noteId(note)}
            detail={detail}
            note={note}
            now={now}
            readOnly={readOnly}
            onCopy={() => setNoteToCopy(note)}
            onDelete={() => {
              remove.mutate(note);
              // The focused button is removed with the note.
              focusAdd();
            }}
          />
        ))}
      </ul>
      {notes.length > COLLAPSED_COUNT ? (
        <LinkButton className={styles.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? text.showFewer : text.showAll(notes.length)}
        </LinkButton>
      ) : null}
      {noteToCopy ? <CopyNotesDialog detail={detail} first={noteToCopy.name} onClose={() => setNoteToCopy(null)} /> : null}
    </PanelSection>
  );
}
