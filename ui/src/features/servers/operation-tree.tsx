// Tree of operations by tag, with a check box for each group and each operation. Virtualized: documents can have 20,000.
// Follows https://www.w3.org/WAI/ARIA/apg/patterns/treeview/, where the item itself is the check box.
import { ChevronRight } from "lucide-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { useCallback, useId, useMemo, useState } from "react";
import type { OperationView } from "../../backend";
import { CheckMark } from "../../kit/checkbox";
import { rowAfter, useVirtualRows } from "../../kit/use-virtual-rows";
import { ServerText } from "../../shared/server-text";
import type { CheckState, Choice, OperationGroup, TreeRow } from "./operation-list";
import { checkState, keyOfRow, visibleRows, withElements } from "./operation-list";
import { strings } from "./strings";
import styles from "./operation-tree.module.css";

const text = strings.operations;
const GROUP_HEIGHT = 28;
const OPERATION_HEIGHT = 40;
/** Rows that PageUp and PageDown move. */
const PAGE = 10;

type Props = {
  operations: readonly OperationView[];
  groups: readonly OperationGroup[];
  /** The groups are those of a search. */
  isSearch: boolean;
  chosen: Choice;
  /** Tags whose new operations become tools too; null: all new operations do. */
  growing: ReadonlySet<string> | null;
  onChoose: (members: readonly number[], included: boolean) => void;
};

const NONE: ReadonlySet<string | null> = new Set();

export function OperationTree({ operations, groups, isSearch, chosen, growing, onChoose }: Props) {
  const id = useId();
  const [toggled, setToggled] = useState({ isSearch, tags: NONE });
  const [active, setActive] = useState(0);
  // A search starts with open groups, and does not change those of the whole list.
  const [before, setBefore] = useState(NONE);
  if (toggled.isSearch !== isSearch) {
    setBefore(toggled.tags);
    setToggled({ isSearch, tags: isSearch ? NONE : before });
  }
  const rows = useMemo(
    () => visibleRows(groups, { total: operations.length, isSearch, toggled: toggled.tags }),
    [groups, operations.length, isSearch, toggled],
  );
  // Also tells the virtualizer that the heights have changed, where the number of rows has not.
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row ? keyOfRow(row) : index;
    },
    [rows],
  );
  const current = Math.min(active, rows.length - 1);
  const { root, items, height, reveal } = useVirtualRows({
    count: rows.length,
    size: (index) => (rows[index]?.kind === "group" ? GROUP_HEIGHT : OPERATION_HEIGHT),
    overscan: 6,
    current,
    getItemKey,
  });
  const go = (to: number | undefined) => {
    if (to === undefined) return;
    setActive(to);
    reveal(to);
  };
  const toggle = ({ group }: TreeRow) => setToggled({ isSearch, tags: withElements(toggled.tags, [group.tag], !toggled.tags.has(group.tag)) });
  const stateOf = (row: TreeRow): CheckState => (row.kind === "group" ? checkState(row.group.members, chosen) : chosen.has(row.index));
  const check = (row: TreeRow) => onChoose(row.kind === "group" ? row.group.members : [row.index], stateOf(row) !== true);

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = row.kind === "group" && row.isOpen;
    if (event.key === " ") check(row);
    else if (event.key === "Enter") (row.kind === "group" ? toggle : check)(row);
    else if (event.key === "ArrowRight" && row.kind === "group") (isOpen ? () => go(current + 1) : () => toggle(row))();
    else if (event.key === "ArrowLeft") (isOpen ? () => toggle(row) : () => go(parentOf(rows, current)))();
    else {
      const to = rowAfter(event.key, current, rows.length, PAGE);
      if (to === undefined) return;
      go(to);
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent, row: TreeRow, index: number) => {
    setActive(index);
    const isOnCheckMark = event.target instanceof Element && event.target.closest("[data-check]") !== null;
    (row.kind === "group" && !isOnCheckMark ? toggle : check)(row);
  };
  return (
    <div
      ref={root}
      className={styles.tree}
      role="tree"
      aria-label={text.tree}
      aria-activedescendant={`${id}-${current}`}
      tabIndex={0}
      data-testid="operation-tree"
      onKeyDown={onKeyDown}
    >
      <div role="none" className={styles.rows} style={{ height }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const state = stateOf(row);
          const operation = row.kind === "operation" ? operations[row.index] : undefined;
          return (
            <div
              key={index}
              id={`${id}-${index}`}
              className={styles.row}
              role="treeitem"
              aria-level={row.kind === "group" ? 1 : 2}
              aria-posinset={row.at + 1}
              aria-setsize={row.of}
              aria-expanded={row.kind === "group" ? row.isOpen : undefined}
              aria-checked={state}
              data-kind={row.kind}
              data-active={index === current || undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={(event) => onClick(event, row, index)}
            >
              {row.kind === "group" ? <ChevronRight size={12} strokeWidth={2.25} aria-hidden="true" /> : null}
              <span className={styles.check} data-check>
                <CheckMark checked={state} />
              </span>
              {operation ? <OperationText operation={operation} /> : <GroupText group={row.group} isSearch={isSearch} chosen={chosen} growing={growing} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Row of the group that the row is in. */
function parentOf(rows: readonly TreeRow[], index: number): number {
  let at = index;
  while (at > 0 && rows[at]?.kind !== "group") at -= 1;
  return at;
}

type GroupProps = Pick<Props, "isSearch" | "chosen" | "growing"> & { group: OperationGroup };

/** The spaces between the parts are for the accessible name of the row. */
function GroupText({ group: { tag, members }, isSearch, chosen, growing }: GroupProps) {
  const count = members.filter((index) => chosen.has(index)).length;
  return (
    <>
      <span className={styles.tag}>{tag === null ? text.untagged : <ServerText text={tag} limit={4} />}</span>{" "}
      <span className={styles.count}>{(isSearch ? text.ofFound : text.ofGroup)(count, members.length)}</span>{" "}
      {tag !== null && growing?.has(tag) ? <span className={styles.growing}>{text.tagGrows}</span> : null}
    </>
  );
}

function OperationText({ operation: { method, path, name, title, deprecated } }: { operation: OperationView }) {
  return (
    <>
      <span className={styles.method}>
        <ServerText text={method} limit={1} />
      </span>{" "}
      <span className={styles.texts}>
        <span className={styles.line}>
          <code>
            <ServerText text={path} limit={4} />
          </code>{" "}
          {deprecated ? <span className={styles.deprecated}>{text.deprecated}</span> : null}
        </span>{" "}
        <span className={styles.line}>
          <code className={styles.name}>
            <ServerText text={name} limit={4} />
          </code>{" "}
          {title === null ? null : (
            <span className={styles.title}>
              <ServerText text={title} limit={4} />
            </span>
          )}
        </span>
      </span>
    </>
  );
}
