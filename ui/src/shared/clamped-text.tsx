// A text of a server, six lines of it until more is asked for. Of a megabyte only the beginning is ever drawn.
import { useState } from "react";
import { LinkButton } from "../kit/button";
import { beginningOf } from "./clip";
import { ServerText } from "./server-text";
import styles from "./clamped-text.module.css";

/** What six lines can hold, generously. */
const CLAMPED = 1_000;
const MOST = 20_000;

/** More than the clamp shows: about six lines of a panel. */
const isLong = (text: string): boolean => text.length > 300 || text.split("\n", 7).length > 6;

export function ClampedText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const long = isLong(text);
  const shown = beginningOf(text, all ? MOST : CLAMPED);
  const left = text.length - shown.length;
  return (
    <div className={styles.text} data-clamped={(long && !all) || undefined}>
      <ServerText text={shown} multiline className={styles.words} />
      {all && left > 0 ? (
        <p className={styles.left}>{`and ${left.toLocaleString("en")} more characters, which the JSON holds`}</p>
      ) : null}
      {long ? (
        <LinkButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show less" : "Show all"}
        </LinkButton>
      ) : null}
    </div>
  );
}
