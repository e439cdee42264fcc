// Preview of the model text with the drafted note, and its token cost. Scrolled to the end, where the note is.
import { useEffect, useRef } from "react";
import type { NotePreview } from "../../backend";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { Callout } from "../../shared/callout";
import { addedTokens, strings } from "./strings";
import styles from "./model-text.module.css";

const text = strings.preview;

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
  const modelText = preview?.modelText;
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [modelText]);
  return (
    <section className={styles.preview} aria-label={text.label} data-testid="note-preview">
      <p className={styles.head}>
        {text.label}
        {preview ? <span className={styles.tokens}>{addedTokens(preview.addedTokens)}</span> : null}
      </p>
      {/* A scrollable region must be focusable, so that the keyboard can scroll it. */}
      <div ref={box} className={styles.text} role="group" aria-label={text.text} tabIndex={0}>
        {modelText === undefined ? (
          <span className={styles.none}>{text.empty}</span>
        ) : (
          <ServerText text={endOf(modelText)} multiline />
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
