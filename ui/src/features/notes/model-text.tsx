// Preview of the model text with the drafted note, and its token cost. Scrolled to the end, where the note is.
import { useEffect, useRef } from "react";
import type { NotePreview } from "../../backend";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { Callout } from "../../shared/callout";
import { moreTokens } from "./note-labels";
import styles from "./model-text.module.css";

/** Maximum number of rendered characters; of a longer text only the end is rendered. */
const MAX_LENGTH = 6_000;

function endOf(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const at = text.length - MAX_LENGTH;
  const first = text.charCodeAt(at);
  return `…${text.slice(first >= 0xdc00 && first <= 0xdfff ? at + 1 : at)}`;
}

export function ModelText({ preview }: { preview: NotePreview | null }) {
  const box = useRef<HTMLDivElement>(null);
  const text = preview?.modelText;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <section className={styles.preview} aria-label="What the model will read" data-testid="note-preview">
      <p className={styles.head}>
        The model will read
        {preview ? <span className={styles.tokens}>{moreTokens(preview.addedTokens)}</span> : null}
      </p>
      {/* A scrollable region must be focusable, so that the keyboard can scroll it. */}
      <div ref={box} className={styles.text} role="group" aria-label="The description with its notes" tabIndex={0}>
        {text === undefined ? (
          <span className={styles.none}>Shown as soon as the note has a name and a text.</span>
        ) : (
          <ServerText text={endOf(text)} multiline />
        )}
      </div>
      {preview?.warnings.map((warning) => (
        <Callout key={warning} tone="warning">
          <ServerText text={`${sentence(warning)}.`} />
        </Callout>
      ))}
    </section>
  );
}
