// Server text clamped to six lines until the user expands it. Even then it renders at most MAX_LENGTH characters.
import { useState } from "react";
import { LinkButton } from "../kit/button";
import { beginningOf } from "./clip";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./clamped-text.module.css";

/** Upper limit of the characters in six lines. */
const CLAMPED_LENGTH = 1_000;
const MAX_LENGTH = 20_000;

/** True if the text exceeds about six lines of a panel. */
const isLong = (text: string): boolean => text.length > 300 || text.split("\n", 7).length > 6;

export function ClampedText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const long = isLong(text);
  const visible = beginningOf(text, all ? MAX_LENGTH : CLAMPED_LENGTH);
  const remaining = text.length - visible.length;
  return (
    <div className={styles.text} data-clamped={(long && !all) || undefined}>
      <ServerText text={visible} multiline className={styles.content} />
      {all && remaining > 0 ? (
        <p className={styles.remaining}>{strings.text.moreInJson(remaining)}</p>
      ) : null}
      {long ? (
        <LinkButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? strings.text.showLess : strings.text.showAll}
        </LinkButton>
      ) : null}
    </div>
  );
}
