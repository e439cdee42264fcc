// Virtualized list of findings: one tab stop for the current row and one for its button.
import type { FocusEvent, MouseEvent } from "react";
import { useMemo } from "react";
import type { FindingsView } from "../../backend";
import type { VirtualRows } from "../../kit/use-virtual-rows";
import { isFiltered, useFindingsFilter } from "../../shared/findings-filter";
import { FindingRow } from "./finding-row";
import type { FindingActions } from "./use-finding-actions";
import { strings } from "./strings";
import styles from "./finding-list.module.css";

type Props = {
  isNarrow: boolean;
  view: FindingsView;
  virtualRows: VirtualRows;
  current: number;
  readOnly: string | null;
  /** The rows are placeholder data of the previous query. */
  busy: boolean;
  actions: FindingActions;
  onSelect: (at: number) => void;
};

export function FindingList({ view, isNarrow, virtualRows, current, readOnly, busy, actions, onSelect }: Props) {
  const { rows, rules, more, counts, fixes, unsafeFixes } = view;
  const isSuppressed = useFindingsFilter((state) => state.suppressed);
  const isNarrowed = useFindingsFilter(isFiltered);
  const remarks = [
    ...(more > 0 ? [strings.list.more(more)] : []),
    ...(isSuppressed ? [] : [strings.list.counts(counts, isNarrowed), strings.list.fixes(fixes, unsafeFixes)]),
  ];
  const { root, items, height } = virtualRows;
  const heuristicRules = useMemo(() => new Set(rules.filter(({ category }) => category === "heuristic").map(({ id }) => id)), [rules]);
  const choose = ({ target }: MouseEvent | FocusEvent) => {
    const at = (target as Element).closest<HTMLElement>("[data-position]")?.dataset.position;
    if (at !== undefined && Number(at) !== current) onSelect(Number(at));
  };
  return (
    <>
      <div
        ref={root}
        className={styles.list}
        role="grid"
        aria-label={strings.list.label}
        aria-rowcount={rows.length}
        aria-colcount={2}
        aria-busy={busy || undefined}
        data-narrow={isNarrow || undefined}
        data-testid="findings-list"
        onClick={choose}
        onFocus={choose}
      >
        <div className={styles.rows} role="rowgroup" style={{ height }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              // Keyed by index: after a fix, the next finding moves into the same row, which keeps focus.
              <FindingRow
                key={item.index}
                row={row}
                at={item.index}
                top={item.start}
                current={item.index === current}
                isHeuristic={heuristicRules.has(row.finding.rule)}
                readOnly={readOnly}
                actions={actions}
              />
            );
          })}
        </div>
      </div>
      {remarks.length > 0 ? (
        <p className={styles.more} data-testid="finding-counts">
          {remarks.join(" ")}
        </p>
      ) : null}
    </>
  );
}
