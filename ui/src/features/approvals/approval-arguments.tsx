// Exact arguments of the call: complete up to a size limit, with warnings about a truncated rest and hidden characters.
import { CircleAlert } from "lucide-react";
import { useId, useMemo } from "react";
import { CopyButton } from "../../kit/copy-button";
import { beginningOf } from "../../shared/clip";
import { couldNotCopy } from "../../shared/could-not-copy";
import { hiddenCount } from "../../shared/hidden-characters";
import { readableJson } from "../../shared/indent-json";
import { ServerText } from "../../shared/server-text";
import { formatHiddenCount, formatSize } from "../../shared/format-size";
import styles from "./approval.module.css";

export const MOST = 64 * 1024;
/** Indenting nested JSON can multiply its length: beyond this multiple of the limit, the text is not indented. */
const MAX_GROWTH = 4;

function visibleText(text: string): string {
  const beginning = beginningOf(text, MOST);
  const indented = readableJson(beginning, text);
  return indented.length > MAX_GROWTH * MOST ? beginning : indented;
}

export function ApprovalArguments({ text }: { text: string | null }) {
  const id = useId();
  const visible = useMemo(() => (text === null ? "" : visibleText(text)), [text]);
  const hidden = useMemo(() => hiddenCount(visible), [visible]);
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
        <ServerText text={visible} multiline limit={200} />
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
          {formatHiddenCount(hidden)}
        </p>
      ) : null}
    </>
  );
}
