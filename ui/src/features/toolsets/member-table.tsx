// Virtualized table of the tools of a toolset (there can be thousands): behaviour, tokens, notes and marks.
import type { FocusEvent, KeyboardEvent } from "react";
import { useCallback, useState } from "react";
import type { MemberView } from "../../backend";
import { VirtualTable } from "../../kit/table";
import { commandOf } from "../../shared/keymap";
import { rowAfter, useVirtualRows } from "../../kit/use-virtual-rows";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { useRowHeight } from "../../shared/use-row-height";
import type { MemberActions } from "./member-row";
import { MemberRow } from "./member-row";
import { strings } from "./strings";
import styles from "./member-table.module.css";

const text = strings.table;

const PAGE = 12;

const HEAD = (
  <>
    <div role="columnheader">{text.title}</div>
    <div role="columnheader" className={styles.reference}>
      {text.tool}
    </div>
    <div role="columnheader">{text.behaviour}</div>
    <div role="columnheader" className={styles.number}>
      {text.tokens}
    </div>
    <div role="columnheader" className={styles.number}>
      {text.notes}
    </div>
    <div role="columnheader">{text.status}</div>
    <div role="columnheader">
      <VisuallyHidden>{text.actions}</VisuallyHidden>
    </div>
  </>
);

const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>("[data-position]");

type Props = MemberActions & { label: string; members: readonly MemberView[]; readOnly: boolean };

export function MemberTable({ label, members, readOnly, onOpen, onRemove, onReplace }: Props) {
  const [activeRow, setActiveRow] = useState(0);
  const count = members.length;
  const current = Math.min(activeRow, count - 1);
  const rowHeight = useRowHeight();
  const rows = useVirtualRows({ count, current, size: () => rowHeight, head: rowHeight, overscan: 2 });
  const { follow } = rows;
  const remove = useCallback(
    (member: MemberView) => {
      follow();
      onRemove(member);
    },
    [follow, onRemove],
  );
  const onFocus = ({ target }: FocusEvent) => {
    const position = rowOf(target)?.dataset.position;
    if (position !== undefined) setActiveRow(Number(position));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const row = rowOf(event.target);
    const member = members[current];
    if (!row || !member) return;
    const command = commandOf("toolset", event);
    const next = rowAfter(command ?? event.key, current, count, PAGE);
    if (next !== undefined) {
      if (next !== current) follow();
      setActiveRow(next);
    } else if (command === "remove") {
      if (!readOnly) remove(member);
    } else if (command === "open" && event.target === row) {
      if (member.tool) onOpen(member);
    } else return;
    event.preventDefault();
  };
  return (
    <VirtualTable
      className={styles.grid}
      label={label}
      rows={rows}
      rowCount={count}
      columnCount={7}
      head={HEAD}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {(index, top) => {
        const member = members[index];
        return member ? (
          <MemberRow
            key={member.reference}
            member={member}
            position={index}
            top={top}
            current={index === current}
            readOnly={readOnly}
            onOpen={onOpen}
            onRemove={remove}
            onReplace={onReplace}
          />
        ) : null;
      }}
    </VirtualTable>
  );
}
