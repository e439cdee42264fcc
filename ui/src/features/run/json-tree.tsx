// Collapsible JSON tree as a virtualized list. Each value is shown as its source text.
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { useId, useMemo, useRef, useState } from "react";
import { LinkButton } from "../../kit/button";
import type { JsonNode } from "../../shared/json-text";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import type { TreeRow } from "./tree-rows";
import { hasChildren, initialFolding, isOpen, parentOf, toggled, visibleRows } from "./tree-rows";
import styles from "./json-tree.module.css";

const LINE = 20;
/** Maximum depth of indentation. */
const MAX_INDENT = 24;
const STEP = 14;

type Props = {
  text: string;
  root: JsonNode;
  count: number;
  label: string;
  /** Shown beside "Expand all" and "Collapse all". */
  actions?: ReactNode;
};

export function JsonTree({ text, root, count, label, actions }: Props) {
  const id = useId();
  const [folding, setFolding] = useState(() => initialFolding(root, count));
  const [active, setActive] = useState(0);
  const rows = useMemo(() => visibleRows(root, folding), [root, folding]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 8,
  });
  const current = Math.min(active, rows.length - 1);
  const go = (to: number) => {
    const at = Math.max(0, Math.min(rows.length - 1, to));
    setActive(at);
    virtualizer.scrollToIndex(at);
  };
  const toggle = (row: TreeRow) => {
    if (hasChildren(row.node)) setFolding(toggled(folding, row.node));
  };
  const actionOf = (key: string, row: TreeRow): (() => void) | null => {
    const open = isOpen(folding, row.node);
    switch (key) {
      case "ArrowDown":
        return () => go(current + 1);
      case "ArrowUp":
        return () => go(current - 1);
      case "Home":
        return () => go(0);
      case "End":
        return () => go(rows.length - 1);
      case "ArrowRight":
        return open ? () => go(current + 1) : () => toggle(row);
      case "ArrowLeft":
        return open ? () => toggle(row) : () => go(parentOf(rows, current));
      case "Enter":
      case " ":
        return () => toggle(row);
      default:
        return null;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[current];
    const action = event.ctrlKey || event.metaKey || event.altKey || !row ? null : actionOf(event.key, row);
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <>
      <div className={styles.actions}>
        {actions}
        <LinkButton onClick={() => setFolding({ folded: false, turned: new Set() })}>{strings.content.expandAll}</LinkButton>
        <LinkButton onClick={() => setFolding({ folded: true, turned: new Set([root]) })}>{strings.content.collapseAll}</LinkButton>
      </div>
      <div
        ref={scroller}
        className={styles.tree}
        role="tree"
        aria-label={label}
        aria-activedescendant={`${id}-${current}`}
        tabIndex={0}
        data-testid="run-tree"
        onKeyDown={onKeyDown}
      >
        <div role="none" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const { node, depth, at, of } = row;
            return (
              <div
                key={index}
                id={`${id}-${index}`}
                className={styles.row}
                role="treeitem"
                aria-level={depth + 1}
                aria-posinset={at + 1}
                aria-setsize={of}
                aria-expanded={hasChildren(node) ? isOpen(folding, node) : undefined}
                aria-selected={index === current}
                style={{ transform: `translateY(${start}px)`, paddingLeft: Math.min(depth, MAX_INDENT) * STEP }}
                onClick={() => {
                  setActive(index);
                  toggle(row);
                }}
              >
                <RowText text={text} row={row} />
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

function RowText({ text, row: { node, depth, at } }: { text: string; row: TreeRow }) {
  const { key, kind, children, start, end } = node;
  return (
    <>
      <span className={styles.mark}>{hasChildren(node) ? <ChevronRight size={12} strokeWidth={2.25} aria-hidden="true" /> : null}</span>
      {key !== null ? (
        <span className={styles.key}>
          <ServerText text={key} limit={6} />:{" "}
        </span>
      ) : depth > 0 ? (
        <span className={styles.meta}>{`${at.toLocaleString("en")}: `}</span>
      ) : null}
      {hasChildren(node) ? (
        <span className={styles.meta}>{kind === "list" ? strings.content.items(children.length) : strings.content.members(children.length)}</span>
      ) : (
        <span className={styles.value} data-kind={kind}>
          <ServerText text={kind === "object" ? "{}" : kind === "list" ? "[]" : text.slice(start, end)} limit={6} />
        </span>
      )}
    </>
  );
}
