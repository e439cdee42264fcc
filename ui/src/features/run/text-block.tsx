// A text of a server in a frame that scrolls: the beginning of a long one, and what cannot be seen is named.
import { useMemo } from "react";
import { CopyButton } from "../../kit/copy-button";
import { beginningOf } from "../../shared/clip";
import { couldNotCopy } from "../../shared/could-not-copy";
import { hiddenCount } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { hiddenWords, formatSize } from "../../shared/format-size";
import styles from "./result.module.css";

const MOST = 64 * 1024;

export function TextBlock({ text, label }: { text: string; label: string }) {
  const shown = beginningOf(text, MOST);
  const hidden = useMemo(() => hiddenCount(shown), [shown]);
  if (text === "") return <p className={styles.dim}>An empty text.</p>;
  return (
    <>
      <div className={styles.block} role="region" aria-label={label} tabIndex={0} data-testid="run-text">
        <ServerText text={shown} multiline limit={200} />
      </div>
      {shown.length < text.length ? (
        <p className={styles.dim}>
          {`Only the first ${formatSize(MOST)} are shown, of ${formatSize(new Blob([text]).size)}. `}
          <CopyButton worded label="Copy all of it" text={text} onFailed={couldNotCopy} />
        </p>
      ) : null}
      {hidden > 0 ? <p className={styles.warn}>{hiddenWords(hidden)}</p> : null}
    </>
  );
}
