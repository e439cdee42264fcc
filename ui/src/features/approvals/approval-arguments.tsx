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
import { strings } from "./strings";
import styles from "./approval.module.css";

const text = strings.arguments;

const MAX_LENGTH = 64 * 1024;
/** Indenting nested JSON can multiply its length: beyond this multiple of the limit, the text is not indented. */
const MAX_GROWTH = 4;

function visibleText(json: string): string {
  const start = beginningOf(json, MAX_LENGTH);
  const indented = readableJson(start, json);
  return indented.length > MAX_GROWTH * MAX_LENGTH ? start : indented;
}

/** `json`: null if the call has no arguments. */
export function ApprovalArguments({ json }: { json: string | null }) {
  const id = useId();
  const visible = useMemo(() => (json === null ? "" : visibleText(json)), [json]);
  const hidden = useMemo(() => hiddenCount(visible), [visible]);
  if (json === null) return <p className={styles.label}>{text.none}</p>;
  const isTruncated = json.length > MAX_LENGTH;
  return (
    <>
      <div className={styles.labelled}>
        <span className={styles.label} id={id}>
          {text.label}
        </span>
        <CopyButton label={isTruncated ? text.copyAll : text.copy} worded={isTruncated} text={json} onFailed={couldNotCopy} />
      </div>
      <div className={styles.arguments} role="region" aria-labelledby={id} tabIndex={0} dir="ltr" data-testid="approval-arguments">
        <ServerText text={visible} multiline limit={200} />
      </div>
      {isTruncated ? (
        <p className={styles.warn} data-testid="arguments-cut">
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>{text.truncated(formatSize(MAX_LENGTH), formatSize(new Blob([json]).size))}</span>
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
