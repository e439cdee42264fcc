// What cards and table share: draws only what is seen, keeps the selected row alive and in view, knows who takes Tab.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { Range, VirtualItem } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import { useCallback, useLayoutEffect } from "react";
import type { ToolCard } from "../../backend";
import { cardId } from "../../shared/tool-id";
import type { RowModel } from "./row-model";
import { rowAt } from "./row-model";
import { useGridFocus } from "./use-grid-focus";

export type Measures = {
  group: number;
  /** From the top of one row to the next. */
  row: number;
  /** Of what is drawn in a row. */
  content: number;
  /** Kept free around the selected row. */
  margin: number;
  /** What stands above the rows and stays when they scroll. */
  head: number;
  start: number;
  end: number;
  overscan: number;
};

export type VirtualRows = { items: VirtualItem[]; height: number; tabbable: number };

export function useVirtualRows(
  root: RefObject<HTMLElement | null>,
  cards: readonly ToolCard[],
  model: RowModel,
  position: number,
  measures: Measures,
): VirtualRows {
  const { rows, order } = model;
  const { group, row: step, content, margin, head } = measures;
  const selectedRow = position < 0 ? -1 : rowAt(rows, position);

  const rowKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row?.kind === "group" ? row.key : `cards:${row?.from ?? index}`;
    },
    [rows],
  );
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      if (selectedRow < 0 || drawn.includes(selectedRow)) return drawn;
      return [...drawn, selectedRow].sort((a, b) => a - b);
    },
    [selectedRow],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => root.current,
    estimateSize: (index) => (rows[index]?.kind === "group" ? group : step),
    getItemKey: rowKey,
    rangeExtractor,
    overscan: measures.overscan,
    scrollMargin: head,
    paddingStart: measures.start,
    paddingEnd: measures.end,
  });

  const reveal = useCallback(() => {
    const element = root.current;
    const item = virtualizer.measurementsCache[selectedRow];
    if (!element || !item) return;
    const top = item.start - head - (rows[selectedRow - 1]?.kind === "group" ? group : margin);
    const bottom = item.start + content + margin;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  }, [root, virtualizer, rows, selectedRow, group, content, margin, head]);
  const selected = position < 0 ? undefined : cards[order[position] ?? -1];
  useGridFocus(root, { key: selected ? cardId(selected) : null, position, reveal });

  const items = virtualizer.getVirtualItems();
  const first = items.map((item) => rows[item.index]).find((row) => row?.kind === "cards");
  const drewCards = first !== undefined;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (drewCards && !dataset.firstCard) {
      dataset.firstCard = String(Math.round(performance.timeOrigin + performance.now()));
    }
  }, [drewCards]);

  const firstDrawn = first?.kind === "cards" ? first.from : 0;
  return { items, height: virtualizer.getTotalSize(), tabbable: position >= 0 ? position : firstDrawn };
}
