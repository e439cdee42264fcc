// The arguments exactly as they will be sent, all of them up to a size that can be read; what cannot be seen is named.
import { CircleAlert } from "lucide-react";
import { useId, useMemo } from "react";
import { CopyButton } from "../../kit/copy-button";
import { beginningOf } from "../../shared/clip";
import { couldNotCopy } from "../../shared/could-not-copy";
import { hiddenCount } from "../../shared/hidden-characters";
import { readableJson } from "../../shared/indent-json";
import { ServerText } from "../../shared/server-text";
import { hiddenWords, formatSize } from "../../shared/format-size";
import styles from "./approval.module.css";

export const MOST = 64 * 1024;
/** Nesting alone can make a short text long: such a text is shown as it is. */
const GROWS = 4;

function shownOf(text: string): string {
  const beginning = beginningOf(text, MOST);
  const indented = readableJson(beginning, text);
  return indented.length > GROWS * MOST ? beginning : indented;
}

export function ApprovalArguments({ text }: { text: string | null }) {
  const id = useId();
  const shown = useMemo(() => (text === null ? "" : shownOf(text)), [text]);
  const hidden = useMemo(() => hiddenCount(shown), [shown]);
  if (text === null) return <p className={styles.label}>It is called without arguments.</p>;
  const isCut = text.length > MOST;
  return (
    <>
      <div className={styles.labelled}>
        <span className={styles.label} id={id}>
          Exact arguments
        </span>
        <CopyButton label={isCut ? "Copy all" : "Copy the arguments"} worded={isCut} text={text} onFailed={couldNotCopy} />
      </div>
      <div className={styles.arguments} role="region" aria-labelledby={id} tabIndex={0} dir="ltr" data-testid="approval-arguments">
        <ServerText text={shown} multiline limit={200} />
      </div>
      {isCut ? (
        <p className={styles.warn} data-testid="arguments-cut">
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>
            {`Only the first ${formatSize(MOST)} are shown, of ${formatSize(new Blob([text]).size)}. Copy all of it to read the rest.`}
          </span>
        </p>
      ) : null}
      {hidden > 0 ? (
        <p className={styles.warn}>
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          {hiddenWords(hidden)}
        </p>
      ) : null}
    </>
  );
}
