// Virtualized queue (listbox): one tab stop, navigation with the arrow keys.
import { Check } from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { useEffect, useLayoutEffect } from "react";
import { useVirtualRows } from "../../kit/use-virtual-rows";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { HintLabel } from "../../shared/hint-badge";
import { ServerText } from "../../shared/server-text";
import { useRowHeight } from "../../shared/use-row-height";
import type { QueueModel, QueueRow } from "./queue-model";
import { strings } from "./strings";
import styles from "./queue-list.module.css";

const HEADING = 32;
const PADDING = 8;

type Props = { model: QueueModel; position: number; onSelect: (position: number) => void };

export function QueueList({ model, position, onSelect }: Props) {
  const { rows, order } = model;
  const selectedRow = rows.findIndex((row) => row.kind === "tool" && row.position === position);
  const rowHeight = useRowHeight();
  const { root, items, height, reveal, virtualizer } = useVirtualRows({
    count: rows.length,
    current: selectedRow,
    size: (index) => (rows[index]?.kind === "heading" ? HEADING : rowHeight),
    overscan: 6,
    paddingEnd: PADDING,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => reveal(selectedRow), [reveal, selectedRow]);

  const onClick = (event: MouseEvent) => {
    const at = (event.target as Element).closest<HTMLElement>("[data-position]")?.dataset.position;
    if (at !== undefined) onSelect(Number(at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = order.length - 1;
    const moves: Record<string, number> = { ArrowDown: position + 1, ArrowUp: position - 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onSelect(Math.max(0, Math.min(last, to)));
  };
  return (
    <div
      ref={root}
      className={styles.list}
      role="listbox"
      aria-label={strings.queue.label}
      tabIndex={0}
      aria-activedescendant={selectedRow < 0 ? undefined : optionId(position)}
      data-testid="queue"
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <Row
              key={item.key}
              row={row}
              selected={item.index === selectedRow}
              of={order.length}
              top={item.start}
            />
          );
        })}
      </div>
    </div>
  );
}

const optionId = (position: number): string => `queue-${position}`;

type RowProps = { row: QueueRow; selected: boolean; of: number; top: number };

function Row({ row, selected, of, top }: RowProps) {
  const rowStyle = { transform: `translateY(${top}px)` };
  if (row.kind === "heading") {
    return (
      <div className={styles.heading} role="presentation" style={rowStyle}>
        <ServerText text={row.label} limit={2} /> <span>{row.count.toLocaleString("en")}</span>
      </div>
    );
  }
  const { card, done, position } = row;
  const badge = card.badges[0];
  return (
    <div
      id={optionId(position)}
      className={styles.row}
      role="option"
      aria-selected={selected}
      aria-setsize={of}
      aria-posinset={position + 1}
      data-position={position}
      data-tool={`${card.server}.${card.name}`}
      data-done={done || undefined}
      style={rowStyle}
    >
      <ServerText text={card.title} className={styles.title} limit={1} />
      {done ? (
        <span className={styles.done}>
          <Check size={12} strokeWidth={2.25} aria-hidden="true" />
          {strings.queue.reviewed}
        </span>
      ) : badge ? (
        <HintLabel kind={badge.kind} />
      ) : null}
      <VisuallyHidden>
        <ServerText text={`, ${row.group}`} limit={0} />
      </VisuallyHidden>
    </div>
  );
}
