// Server text in a scrollable region: a long text is truncated, and hidden characters are counted.
import { useMemo } from "react";
import { CopyButton } from "../../kit/copy-button";
import { beginningOf } from "../../shared/clip";
import { couldNotCopy } from "../../shared/could-not-copy";
import { hiddenCount } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { formatHiddenCount, formatSize } from "../../shared/format-size";
import { strings } from "./strings";
import styles from "./result.module.css";

const MAX_LENGTH = 64 * 1024;

export function TextBlock({ text, label }: { text: string; label: string }) {
  const visible = beginningOf(text, MAX_LENGTH);
  const hidden = useMemo(() => hiddenCount(visible), [visible]);
  if (text === "") return <p className={styles.dim}>{strings.content.emptyText}</p>;
  return (
    <>
      <div className={styles.block} role="region" aria-label={label} tabIndex={0} data-testid="run-text">
        <ServerText text={visible} multiline limit={200} />
      </div>
      {visible.length < text.length ? (
        <p className={styles.dim}>
          {strings.content.truncated(formatSize(MAX_LENGTH), formatSize(new Blob([text]).size))}
          <CopyButton worded label={strings.content.copyAll} text={text} onFailed={couldNotCopy} />
        </p>
      ) : null}
      {hidden > 0 ? <p className={styles.warn}>{formatHiddenCount(hidden)}</p> : null}
    </>
  );
}
