// A text of a server, six lines of it until more is asked for.
import { useState } from "react";
import { LinkButton } from "../kit/button";
import { ServerText } from "./server-text";
import styles from "./clamped-text.module.css";

/** More than the clamp shows: about six lines of a panel. */
const isLong = (text: string): boolean => text.length > 300 || text.split("\n", 7).length > 6;

export function ClampedText({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  const long = isLong(text);
  return (
    <div className={styles.text} data-clamped={(long && !all) || undefined}>
      <ServerText text={text} multiline className={styles.words} />
      {long ? (
        <LinkButton className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show less" : "Show all"}
        </LinkButton>
      ) : null}
    </div>
  );
}
