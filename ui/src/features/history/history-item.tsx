// History entry: summary, author, interface and time; expanded, the values before and after.
import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { HistoryChange, HistoryEntry } from "../../backend";
import { Button } from "../../kit/button";
import { InfoTip } from "../../kit/info-tip";
import type { Column } from "../../kit/table";
import { Table } from "../../kit/table";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ago } from "../../shared/ago";
import { exactly } from "../../shared/day";
import { sentence } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useUndo } from "./undo";
import { strings } from "./strings";
import styles from "./history-item.module.css";

const text = strings.entry;

type Props = { entry: HistoryEntry; now: number; readOnly: boolean };

export function HistoryItem({ entry, now, readOnly }: Props) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const changesId = useId();
  const { undo } = useUndo();
  const Chevron = open ? ChevronDown : ChevronRight;
  const undoEntry = () => {
    setBusy(true);
    void undo(entry.id).finally(() => setBusy(false));
  };
  return (
    <li className={styles.item} data-testid="history-entry" data-undone={entry.undone || undefined}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={open}
          aria-controls={open ? changesId : undefined}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={12} strokeWidth={2.25} aria-hidden="true" />
          <span className={styles.text}>
            <ServerText text={sentence(entry.summary)} limit={4} />
          </span>
          {entry.undone ? <span className={styles.undone}>{text.undone}</span> : null}
        </button>
        <span className={styles.author}>
          <ServerText text={entry.author} limit={2} />
          <VisuallyHidden>, </VisuallyHidden>
        </span>
        <span className={styles.via}>
          <ServerText text={entry.via} limit={2} />
          <VisuallyHidden>, </VisuallyHidden>
        </span>
        <time className={styles.when} dateTime={entry.at} title={exactly(entry.at)}>
          {ago(entry.at, now)}
        </time>
        <span className={styles.undo}>
          {entry.undoable && !readOnly ? (
            <Button
              size="small"
              disabled={busy}
              aria-label={text.undoNamed(asPlainString(entry.summary))}
              onClick={undoEntry}
            >
              {text.undo}
            </Button>
          ) : entry.undone || entry.undoable ? null : (
            <InfoTip label={text.whyNotUndoable(asPlainString(entry.summary))}>
              {entry.irreversible ? text.irreversible[entry.irreversible] : text.notUndoable}
            </InfoTip>
          )}
        </span>
      </div>
      {open ? <Changes id={changesId} changes={entry.changes} size={entry.size} /> : null}
    </li>
  );
}

const COLUMNS: readonly Column<HistoryChange>[] = [
  { head: text.item, names: true, cell: ({ subject }) => <ServerText text={subject} limit={4} /> },
  { head: text.before, cell: ({ before }) => <Value value={before} sign="−" /> },
  { head: text.after, cell: ({ after }) => <Value value={after} sign="+" /> },
];

type ChangesProps = { id: string; changes: readonly HistoryChange[]; size: number };

function Changes({ id, changes, size }: ChangesProps) {
  const unlisted = size - changes.length;
  return (
    <div id={id} className={styles.changes}>
      <Table columns={COLUMNS} rows={changes} keyOf={(_, index) => index} />
      {unlisted > 0 ? <p>{text.more(unlisted)}</p> : null}
    </div>
  );
}

function Value({ value, sign }: { value: string | null; sign: string }) {
  if (value === null) return <span className={styles.noValue}>{text.noValue}</span>;
  return (
    <span className={styles.value} data-sign={sign}>
      <ServerText text={value} limit={4} />
    </span>
  );
}
