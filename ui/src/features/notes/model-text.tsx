// What the model will read with a note that is being written, and what that costs. The note is at the end, so the end is seen.
import { useEffect, useRef } from "react";
import type { NotePreview } from "../../backend";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { Callout } from "../../shared/callout";
import { moreTokens } from "./note-labels";
import styles from "./model-text.module.css";

/** Of a megabyte only the end is drawn. */
const MOST = 6_000;

function endOf(text: string): string {
  if (text.length <= MOST) return text;
  const at = text.length - MOST;
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
      {/* It scrolls, so it must be reachable. */}
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
