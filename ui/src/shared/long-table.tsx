// A table of one-line rows that may be very many: only those in view are drawn.
import { useVirtualizer } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import { useRef } from "react";
import styles from "./long-table.module.css";

const ROW = 28;

export type Column<T> = {
  head: string;
  /** As in grid-template-columns. */
  width: string;
  cell: (row: T, index: number) => ReactNode;
};

type Props<T> = { label: string; rows: readonly T[]; columns: readonly Column<T>[] };

export function LongTable<T>({ label, rows, columns }: Props<T>) {
  const root = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => root.current,
    estimateSize: () => ROW,
    overscan: 3,
  });
  const template = { gridTemplateColumns: columns.map((column) => column.width).join(" ") };
  return (
    <div className={styles.table} role="table" aria-label={label} aria-rowcount={rows.length + 1}>
      <div role="rowgroup">
        <div role="row" className={styles.head} style={template} aria-rowindex={1}>
          {columns.map((column) => (
            <span key={column.head} role="columnheader">
              {column.head}
            </span>
          ))}
        </div>
      </div>
      <div ref={root} className={styles.scroll} role="rowgroup" tabIndex={0} aria-label={`${label}, rows`}>
        <div className={styles.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <div
                key={item.index}
                role="row"
                aria-rowindex={item.index + 2}
                className={styles.row}
                style={{ ...template, transform: `translateY(${item.start}px)` }}
              >
                {columns.map((column) => (
                  <span key={column.head} role="cell">
                    {column.cell(row, item.index)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
