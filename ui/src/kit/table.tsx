// Tables: `Table` for few rows, `LongTable` for many read-only rows (virtualized), and `VirtualTable`, the frame of a
// virtualized table with focusable rows, which the feature renders itself.
import type { ComponentProps, CSSProperties, Key, ReactNode } from "react";
import type { VirtualRows } from "./use-virtual-rows";
import { useVirtualRows } from "./use-virtual-rows";
import { VisuallyHidden } from "./visually-hidden";
import styles from "./table.module.css";

const LONG_ROW = 28;

export type Column<T> = {
  head: string;
  cell: (row: T, index: number) => ReactNode;
  className?: string | undefined;
  /** Explanation of the column. */
  tooltip?: string;
  /** Aligns the cells right. */
  number?: boolean;
  /** The column header is for screen readers only. */
  unseen?: boolean;
  /** The cell is the row header. */
  names?: boolean;
};

type TableProps<T> = Omit<ComponentProps<"table">, "children"> & {
  /** Table that fills a page, with a sticky header. */
  page?: boolean;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T, index: number) => Key;
  rowProps?: (row: T) => ComponentProps<"tr"> & { [data: `data-${string}`]: unknown };
};

export function Table<T>({ page, columns, rows, keyOf, rowProps, className, ...rest }: TableProps<T>) {
  return (
    <table className={`${styles.table} ${className ?? ""}`} data-page={page} {...rest}>
      <thead>
        <tr>
          {columns.map(({ head, tooltip, unseen, number, className }) => (
            <th key={head} scope="col" className={className} data-number={number} title={tooltip}>
              {unseen ? <VisuallyHidden>{head}</VisuallyHidden> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} {...rowProps?.(row)}>
            {columns.map(({ head, cell, names, number, className }) => {
              const Cell = names ? "th" : "td";
              return (
                <Cell key={head} scope={names ? "row" : undefined} className={className} data-number={number}>
                  {cell(row, index)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `width` is a track size of grid-template-columns. */
export type LongColumn<T> = Pick<Column<T>, "head" | "cell"> & { width: string };

type LongTableProps<T> = { label: string; rows: readonly T[]; columns: readonly LongColumn<T>[] };

export function LongTable<T>({ label, rows, columns }: LongTableProps<T>) {
  const virtualRows = useVirtualRows({ count: rows.length, size: () => LONG_ROW, head: LONG_ROW, overscan: 3 });
  return (
    <VirtualTable
      role="table"
      tabIndex={0}
      className={styles.long}
      label={label}
      rows={virtualRows}
      rowCount={rows.length}
      columnCount={columns.length}
      template={columns.map(({ width }) => width).join(" ")}
      head={columns.map(({ head }) => (
        <span key={head} role="columnheader">
          {head}
        </span>
      ))}
    >
      {(index, top) => {
        const row = rows[index];
        return row === undefined ? null : (
          <TableRow key={index} index={index} top={top}>
            {columns.map(({ head, cell }) => (
              <span key={head} role="cell">
                {cell(row, index)}
              </span>
            ))}
          </TableRow>
        );
      }}
    </VirtualTable>
  );
}

type VirtualTableProps = Omit<ComponentProps<"div">, "children"> & {
  label: string;
  rows: VirtualRows;
  /** Without the header row. */
  rowCount: number;
  columnCount: number;
  /** Value of grid-template-columns; omitted where CSS sets `--template`. */
  template?: string;
  /** Column headers. */
  head: ReactNode;
  /** Content between the header and the rows. */
  above?: ReactNode;
  children: (index: number, top: number) => ReactNode;
};

export function VirtualTable(props: VirtualTableProps) {
  const { label, rows, rowCount, columnCount, template, head, above, children, className, ...rest } = props;
  const { root, items, height } = rows;
  return (
    <div
      ref={root}
      role="grid"
      className={`${styles.virtual} ${className ?? ""}`}
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columnCount}
      style={template === undefined ? undefined : ({ "--template": template } as CSSProperties)}
      {...rest}
    >
      <div role="rowgroup" className={styles.head}>
        <TableRow index={-1}>{head}</TableRow>
      </div>
      {above}
      <div role="rowgroup" className={styles.rows} style={{ height }}>
        {items.map(({ index, start }) => children(index, start))}
      </div>
    </div>
  );
}

/** `index` is 0 for the first row below the header and -1 for the header. */
type TableRowProps = ComponentProps<"div"> & { index: number; top?: number };

export function TableRow({ index, top, className, ...rest }: TableRowProps) {
  return (
    <div
      role="row"
      className={`${styles.row} ${className ?? ""}`}
      aria-rowindex={index + 2}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      {...rest}
    />
  );
}
