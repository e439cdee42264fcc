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
import { EVERY, noteId } from "./note-labels";
import styles from "./proposed-notes.module.css";

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
    successMessage: ({ key }) => `Note ${key.name} accepted: models read it from now on`,
  });
  const reject = useStoreMutation({
    run: (note: ProposedNote) => backend.rejectNotes(reviewOf(note)),
    successMessage: ({ key }) => `Note ${key.name} rejected`,
  });
  const isBusy = accept.isPending || reject.isPending;
  return (
    <ul className={styles.list} aria-label="Notes written by agents">
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
              {note.key.toolset === null ? EVERY : <ServerText text={clip(note.key.toolset, 60)} limit={2} />}
            </span>
          </p>
          <div className={styles.text}>
            <ClampedText text={note.text} />
          </div>
          <p className={styles.who}>
            {"Written by an agent"}
            {note.author === null ? null : (
              <>
                {" of "}
                <ServerText text={clip(note.author, 40)} limit={1} />
              </>
            )}
            {" · "}
            <time dateTime={note.at} title={exactly(note.at)}>
              {ago(note.at, now)}
            </time>
            {note.toolRemoved ? " · the tool is no longer there" : null}
          </p>
          {readOnly ? null : (
            <div className={styles.actions}>
              <Button size="small" disabled={isBusy || note.toolRemoved} onClick={() => accept.mutate(note)}>
                Accept
                <NameOf note={note} />
              </Button>
              <Button size="small" look="quiet" disabled={isBusy} onClick={() => reject.mutate(note)}>
                Reject
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
  return <VisuallyHidden>{`: note ${asPlainString(clip(note.key.name, 100))}`}</VisuallyHidden>;
}
