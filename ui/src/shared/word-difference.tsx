// One text before and after, word by word: what went is struck, what came is underlined, what stayed may be shortened.
import { useState } from "react";
import type { DiffSpan } from "../backend";
import { LinkButton } from "../kit/button";
import { VisuallyHidden } from "../kit/visually-hidden";
import { ServerText } from "./server-text";
import styles from "./word-difference.module.css";

/** More stretches than anybody reads at once; a hostile text cannot grow the page beyond it unasked. */
const MOST = 200;
const LONG = 240;
const KEPT = 96;

/** What stayed, without its middle. */
function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= LONG ? text : `${letters.slice(0, KEPT).join("")} … ${letters.slice(-KEPT).join("")}`;
}

const isShortened = (words: readonly DiffSpan[]): boolean =>
  words.length > MOST || words.some((word) => word.sign === "same" && shortened(word.text) !== word.text);

export function WordDifference({ words }: { words: readonly DiffSpan[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? words : words.slice(0, MOST);
  return (
    <>
      {shown.map((word, index) => (
        <Stretch key={index} word={word} all={all} />
      ))}
      {words.length > shown.length ? " …" : null}
      {isShortened(words) ? (
        <>
          {" "}
          <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show less" : "Show all"}
          </LinkButton>
        </>
      ) : null}
    </>
  );
}

function Stretch({ word, all }: { word: DiffSpan; all: boolean }) {
  if (word.sign === "same") return <ServerText text={all ? word.text : shortened(word.text)} multiline limit={6} />;
  const Change = word.sign === "add" ? "ins" : "del";
  return (
    <Change className={styles.change} data-sign={word.sign}>
      <VisuallyHidden>{word.sign === "add" ? " added: " : " removed: "}</VisuallyHidden>
      <ServerText text={word.text} multiline limit={6} />
    </Change>
  );
}
