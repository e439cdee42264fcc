// Notes written by agents that are pending review: no model reads a note before a user accepts it.
import type { ProposedNote } from "../../backend";
import { backend } from "../../backend";
import { Button } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ago } from "../../shared/ago";
import { ClampedText } from "../../shared/clamped-text";
import { clip } from "../../shared/clip";
import { exactly } from "../../shared/day";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { idOf } from "../../shared/tool-id";
import { useNow } from "../../shared/use-now";
import { useStoreMutation } from "../mutation/use-store-mutation";
import { noteId } from "./note-fields";
import { strings } from "./strings";
import styles from "./proposed-notes.module.css";

const text = strings.proposed;

type Props = {
  notes: readonly ProposedNote[];
  readOnly: boolean;
  /** Shows the tool of each note. */
  showTool: boolean;
};

export function ProposedNotes({ notes, readOnly, showTool }: Props) {
  const now = useNow();
  const reviewOf = ({ key, text }: ProposedNote) => ({ notes: [{ key, seen: text }] });
  const accept = useStoreMutation({
    run: (note: ProposedNote) => backend.acceptNotes(reviewOf(note)),
    successMessage: ({ key }) => text.accepted(key.name),
  });
  const reject = useStoreMutation({
    run: (note: ProposedNote) => backend.rejectNotes(reviewOf(note)),
    successMessage: ({ key }) => text.rejected(key.name),
  });
  const isBusy = accept.isPending || reject.isPending;
  return (
    <ul className={styles.list} aria-label={text.list}>
      {notes.map((note) => (
        <li key={`${idOf(note.key)} ${noteId(note.key)}`} className={styles.note} data-testid="proposed-note">
          {showTool ? (
            <code className={styles.tool}>
              <ServerText text={idOf(note.key)} limit={2} />
            </code>
          ) : null}
          <p className={styles.head}>
            <ServerText className={styles.name} text={clip(note.key.name, 100)} limit={4} />
            <span className={styles.scope}>
              {note.key.toolset === null ? text.allToolsets : <ServerText text={clip(note.key.toolset, 60)} limit={2} />}
            </span>
          </p>
          <div className={styles.text}>
            <ClampedText text={note.text} />
          </div>
          <p className={styles.who}>
            {note.author === null ? text.byAgent : text.byAgentOf(<ServerText text={clip(note.author, 40)} limit={1} />)}
            {" · "}
            <time dateTime={note.at} title={exactly(note.at)}>
              {ago(note.at, now)}
            </time>
            {note.toolRemoved ? ` · ${text.toolRemoved}` : null}
          </p>
          {readOnly ? null : (
            <div className={styles.actions}>
              <Button size="small" disabled={isBusy || note.toolRemoved} onClick={() => accept.mutate(note)}>
                {text.accept}
                <NameOf note={note} />
              </Button>
              <Button size="small" look="quiet" disabled={isBusy} onClick={() => reject.mutate(note)}>
                {text.reject}
                <NameOf note={note} />
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function NameOf({ note }: { note: ProposedNote }) {
  return <VisuallyHidden>{text.ofNote(asPlainString(clip(note.key.name, 100)))}</VisuallyHidden>;
}
