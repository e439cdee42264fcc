// Virtualized list of the changes since the last export, grouped by tool, with a link to each tool.
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowRight, Asterisk } from "lucide-react";
import { useMemo, useRef } from "react";
import type { DecisionChange, ToolKey } from "../../backend";
import { LinkButton } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { FieldName, OldValue } from "../../shared/change-cells";
import { ServerText } from "../../shared/server-text";
import { formatEnvironment } from "../environments/strings";
import type { PendingRow } from "./pending-rows";
import { pendingRows } from "./pending-rows";
import { strings } from "./strings";
import styles from "./pending-list.module.css";

const { list: text } = strings;

const ROW = 28;

type Props = {
  changes: readonly DecisionChange[];
  /** Shows the effect of discarding: the values before and after are swapped. */
  reversed?: boolean;
  onGoTo: (key: ToolKey) => void;
};

const reverse = (change: DecisionChange): DecisionChange => ({ ...change, before: change.after, after: change.before });

export function PendingList({ changes, reversed = false, onGoTo }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => pendingRows(reversed ? changes.map(reverse) : changes), [changes, reversed]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => root.current,
    estimateSize: () => ROW,
    overscan: 3,
  });
  return (
    <div ref={root} className={styles.scroll} tabIndex={0} role="group" aria-label={text.label}>
      <ul className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.index}
              className={styles.row}
              data-kind={row.kind}
              data-testid={`pending-${row.kind}`}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Line row={row} onGoTo={onGoTo} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Line({ row, onGoTo }: { row: PendingRow; onGoTo: (key: ToolKey) => void }) {
  if (row.kind === "change") return <Change change={row.change} />;
  const { subject, tool, isRule } = row;
  if (tool) {
    return (
      <LinkButton className={styles.subject} onClick={() => onGoTo(tool)}>
        <ServerText text={subject} limit={1} />
      </LinkButton>
    );
  }
  return (
    <span className={styles.subject}>
      {isRule ? <Asterisk size={12} strokeWidth={2.25} aria-hidden="true" /> : null}
      <ServerText text={subject} limit={1} />
      {isRule ? <span className={styles.kind}>{text.rule}</span> : null}
    </span>
  );
}

function Change({ change: { field, before, after, environment } }: { change: DecisionChange }) {
  return (
    <>
      <span className={styles.field}>
        <FieldName field={field} />
      </span>
      <OldValue value={before} />
      <ArrowRight size={12} strokeWidth={2.25} aria-hidden="true" />
      <VisuallyHidden>{text.becomes}</VisuallyHidden>
      <span className={styles.after} data-removed={after === null || undefined}>
        {after === null ? text.notDecided : <ServerText text={after} limit={1} />}
      </span>
      {environment === null ? null : (
        <span className={styles.environment}>
          <VisuallyHidden>{text.inEnvironment}</VisuallyHidden>
          <ServerText text={formatEnvironment(environment)} limit={1} />
        </span>
      )}
    </>
  );
}
