// Table header: a checkbox for all listed tools, and sortable columns (click: ascending, descending, off).
import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "../../kit/checkbox";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { nextSort } from "./sort";
import { strings } from "./strings";
import type { TableColumn } from "./table-columns";
import styles from "./table-grid.module.css";

type Props = {
  columns: readonly TableColumn[];
  /** Checkbox state: all, some or no tools are marked. */
  state: boolean | "indeterminate";
  onCheck: () => void;
};

export function TableHead({ columns, state, onCheck }: Props) {
  return (
    <>
      <div role="columnheader" className={styles.check}>
        <Checkbox checked={state} aria-label={strings.tool.selectAll} onChange={onCheck} />
      </div>
      {columns.map((column) => (
        <ColumnHead key={column.id} column={column} />
      ))}
    </>
  );
}

function ColumnHead({ column }: { column: TableColumn }) {
  const sort = useCatalogFilter((state) => state.sort);
  const setSort = useCatalogFilter((state) => state.setSort);
  const by = column.sort;
  if (!by) return <div role="columnheader">{column.label}</div>;
  const direction = sort?.by !== by ? "none" : sort.descending ? "descending" : "ascending";
  return (
    <div role="columnheader" aria-sort={direction} data-column={column.id}>
      <button type="button" className={styles.sort} onClick={() => setSort(nextSort(sort, by))}>
        <span>{column.label}</span>
        {direction === "none" ? null : direction === "ascending" ? (
          <ArrowUp size={12} strokeWidth={2.25} aria-hidden="true" />
        ) : (
          <ArrowDown size={12} strokeWidth={2.25} aria-hidden="true" />
        )}
      </button>
    </div>
  );
}
