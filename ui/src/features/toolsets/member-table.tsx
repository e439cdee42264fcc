// The tools of a toolset: what they are, what they cost, and what is to be known about them. Thousands stay fast.
import { useCallback } from "react";
import type { MemberView } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import type { MemberActions } from "./member-row";
import { MemberRow } from "./member-row";
import { ROW_HEIGHT, useMemberRows } from "./use-member-rows";
import styles from "./member-table.module.css";

type Props = MemberActions & { label: string; members: readonly MemberView[]; readOnly: boolean };

export function MemberTable({ label, members, readOnly, onOpen, onRemove, onReplace }: Props) {
  const at = (position: number, act: (member: MemberView) => void) => {
    const member = members[position];
    if (member) act(member);
  };
  const { root, current, items, height, events, follow } = useMemberRows(members.length, {
    open: (position) => at(position, (member) => member.tool && onOpen(member)),
    remove: (position) => at(position, (member) => !readOnly && onRemove(member)),
  });
  const remove = useCallback(
    (member: MemberView) => {
      follow();
      onRemove(member);
    },
    [follow, onRemove],
  );
  return (
    <div
      ref={root}
      className={styles.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={members.length + 1}
      aria-colcount={7}
      {...events}
    >
      <div className={styles.head} role="rowgroup">
        <div className={styles.row} role="row" aria-rowindex={1}>
          <div role="columnheader">Title</div>
          <div role="columnheader">Tool</div>
          <div role="columnheader">Behaviour</div>
          <div role="columnheader" className={styles.number}>
            Tokens
          </div>
          <div role="columnheader" className={styles.number}>
            Notes
          </div>
          <div role="columnheader">Marks</div>
          <div role="columnheader">
            <VisuallyHidden>Acts</VisuallyHidden>
          </div>
        </div>
      </div>
      <div className={styles.rows} role="rowgroup" style={{ height }}>
        {items.map((item) => {
          const member = members[item.index];
          if (!member) return null;
          return (
            <MemberRow
              key={member.reference}
              member={member}
              position={item.index}
              top={item.start - ROW_HEIGHT}
              current={item.index === current}
              readOnly={readOnly}
              onOpen={onOpen}
              onRemove={remove}
              onReplace={onReplace}
            />
          );
        })}
      </div>
    </div>
  );
}
