// What the model reads: the title, which can be decided, the description as it arrives there, and the notes in it.
import { useId } from "react";
import type { NoteView, ToolDetail } from "../../backend";
import { LinkButton } from "../../kit/button";
import { counted } from "../../shared/ago";
import { ClampedText } from "../../shared/clamped-text";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { goToSection } from "./go-to-section";
import { PanelSection } from "./panel-section";
import { TitleEditor } from "./title-editor";
import styles from "./text-section.module.css";

type Props = { detail: ToolDetail; readOnly: string | null; onTitle: (title: string | null) => void };

export function TextSection({ detail, readOnly, onTitle }: Props) {
  const aboutId = useId();
  const { parameters, modelText, notes } = detail;
  return (
    <PanelSection
      id="text"
      title="Text"
      after={
        parameters.length > 0 ? (
          <LinkButton onClick={() => goToSection("parameters")}>{counted(parameters.length, "parameter")}</LinkButton>
        ) : (
          "No parameters"
        )
      }
    >
      <TitleEditor title={detail.title} readOnly={readOnly} onSave={onTitle} />
      <div className={styles.row}>
        <span id={aboutId} className={styles.label}>
          About
        </span>
        <div role="group" aria-labelledby={aboutId} className={styles.well}>
          {modelText ? (
            <ClampedText text={modelText} />
          ) : (
            <span className={styles.none}>The server sends no description.</span>
          )}
        </div>
      </div>
      {notes.length > 0 ? <Notes notes={notes} /> : null}
    </PanelSection>
  );
}

const MOST = 20;

function Notes({ notes }: { notes: readonly NoteView[] }) {
  const id = useId();
  return (
    <div className={styles.row}>
      <span id={id} className={styles.label}>
        Notes
      </span>
      <ul aria-labelledby={id} className={`${styles.well} ${styles.notes}`}>
        {notes.slice(0, MOST).map((note, index) => (
          <li key={index}>
            <b>
              <ServerText text={clip(note.name, 80)} limit={2} />
            </b>{" "}
            <ServerText text={clip(note.text, 400)} limit={4} />
          </li>
        ))}
        {notes.length > MOST ? <li>and {counted(notes.length - MOST, "more note")}</li> : null}
      </ul>
    </div>
  );
}
