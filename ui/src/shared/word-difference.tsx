// Word diff of a text: removed words are struck through, added words underlined, long unchanged text is shortened.
import { useState } from "react";
import type { DiffSpan } from "../backend";
import { LinkButton } from "../kit/button";
import { VisuallyHidden } from "../kit/visually-hidden";
import { beginningOf } from "./clip";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./word-difference.module.css";

/** Maximum number of spans until the user expands the text, so that a hostile text cannot create DOM nodes without limit. */
const MAX_SPANS = 200;
const MAX_UNCHANGED = 240;
const EDGE_LENGTH = 96;
/** Maximum length of a span, even of an expanded text. The number of the other characters is shown. */
const MAX_LENGTH = 20_000;

/** Replaces the middle of a long unchanged text. */
function shorten(text: string): string {
  const letters = Array.from(text);
  return letters.length <= MAX_UNCHANGED ? text : `${letters.slice(0, EDGE_LENGTH).join("")} … ${letters.slice(-EDGE_LENGTH).join("")}`;
}

const isShortened = (words: readonly DiffSpan[]): boolean =>
  words.length > MAX_SPANS || words.some((word) => word.sign === "same" && shorten(word.text) !== word.text);

export function WordDifference({ words }: { words: readonly DiffSpan[] }) {
  const [all, setAll] = useState(false);
  const visible = all ? words : words.slice(0, MAX_SPANS);
  return (
    <>
      {visible.map((word, index) => (
        <Span key={index} word={word} all={all} />
      ))}
      {words.length > visible.length ? " …" : null}
      {isShortened(words) ? (
        <>
          {" "}
          <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? strings.text.showLess : strings.text.showAll}
          </LinkButton>
        </>
      ) : null}
    </>
  );
}

function Span({ word, all }: { word: DiffSpan; all: boolean }) {
  if (word.sign === "same") return <SpanText text={all ? word.text : shorten(word.text)} />;
  const Change = word.sign === "add" ? "ins" : "del";
  return (
    <Change className={styles.change} data-sign={word.sign}>
      <VisuallyHidden>{word.sign === "add" ? strings.wordDifference.added : strings.wordDifference.removed}</VisuallyHidden>
      <SpanText text={word.text} />
    </Change>
  );
}

function SpanText({ text }: { text: string }) {
  const visible = beginningOf(text, MAX_LENGTH);
  return (
    <>
      <ServerText text={visible} multiline limit={6} />
      {visible.length < text.length ? ` ${strings.text.more(text.length - visible.length)}` : null}
    </>
  );
}
