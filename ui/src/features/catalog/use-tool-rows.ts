// Virtualized rows of card grid and table: the selected row stays mounted and in view; `tabbable` is the one tab stop.
import { useCallback, useLayoutEffect } from "react";
import type { ToolCard } from "../../backend";
import type { VirtualRows } from "../../kit/use-virtual-rows";
import { useVirtualRows } from "../../kit/use-virtual-rows";
import { cardId } from "../../shared/tool-id";
import { OVERSCAN } from "./layout";
import type { RowModel } from "./row-model";
import { rowAt } from "./row-model";
import { useGridFocus } from "./use-grid-focus";

type Measures = {
  group: number;
  /** Distance from the top of one row to the next. */
  row: number;
  /** Height of the sticky header above the rows. */
  head: number;
  /** Space that scrolling into view leaves above the selected row. */
  margin: number;
  start: number;
  end: number;
};

export function useToolRows(
  cards: readonly ToolCard[],
  { rows, order }: RowModel,
  position: number,
  { group, row: step, head, margin, start, end }: Measures,
): VirtualRows & { tabbable: number } {
  const current = position < 0 ? -1 : rowAt(rows, position);
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row?.kind === "group" ? row.key : `cards:${row?.from ?? index}`;
    },
    [rows],
  );
  const virtualRows = useVirtualRows({
    count: rows.length,
    current,
    size: (index) => (rows[index]?.kind === "group" ? group : step),
    head,
    overscan: OVERSCAN,
    paddingStart: start,
    paddingEnd: end,
    getItemKey,
  });
  const { root, items, reveal } = virtualRows;
  const revealSelected = useCallback(
    () => reveal(current, rows[current - 1]?.kind === "group" ? group : margin),
    [reveal, rows, current, group, margin],
  );
  const selected = position < 0 ? undefined : cards[order[position] ?? -1];
  useGridFocus(root, { key: selected ? cardId(selected) : null, position, reveal: revealSelected });

  const first = items.map((item) => rows[item.index]).find((row) => row?.kind === "cards");
  const hasCards = first !== undefined;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (hasCards && !dataset.firstCard) {
      dataset.firstCard = String(Math.round(performance.timeOrigin + performance.now()));
    }
  }, [hasCards]);

  const firstRendered = first?.kind === "cards" ? first.from : 0;
  return { ...virtualRows, tabbable: position >= 0 ? position : firstRendered };
}
