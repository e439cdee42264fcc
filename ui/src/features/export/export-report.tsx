// Report per tool. A virtualized list, because it may contain ten thousand tools.
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowRight, Check, X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { FidelityReport } from "../../backend";
import { Segmented } from "../../kit/segmented";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { Outcome, OutcomeFilter, ReportRow } from "./report-rows";
import { reportRows } from "./report-rows";
import styles from "./export-report.module.css";

const SEGMENTS: readonly { value: OutcomeFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "changed", label: "Changed" },
  { value: "dropped", label: "Dropped" },
];
const NONE: Record<OutcomeFilter, string> = {
  all: "There is nothing to say about any tool that its server does not say itself.",
  changed: "Nothing arrives in another form.",
  dropped: "Nothing is dropped.",
};
const HEADS: Record<Outcome, { icon: typeof X; label: string }> = {
  dropped: { icon: X, label: "Dropped" },
  changed: { icon: ArrowRight, label: "Changed" },
  exported: { icon: Check, label: "Carried" },
};
const HEAD = 36;
const ROW = 33;

export function ExportReportList({ report }: { report: FidelityReport }) {
  const [filter, setFilter] = useState<OutcomeFilter>("all");
  const rows = useMemo(() => reportRows(report, filter), [report, filter]);
  const root = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => root.current,
    estimateSize: (index) => (rows[index]?.kind === "head" ? HEAD : ROW),
    getItemKey: (index) => keyOf(rows[index], index),
    overscan: 6,
  });
  return (
    <div className={styles.report}>
      <div className={styles.bar}>
        <h2>Tool by tool</h2>
        <Segmented label="Which tools are listed" value={filter} segments={SEGMENTS} onChange={setFilter} />
      </div>
      {rows.length === 0 ? (
        <p className={styles.none} data-testid="report-none">
          {NONE[filter]}
        </p>
      ) : (
        <div ref={root} className={styles.scroll} role="region" aria-label="What becomes of each tool" tabIndex={0}>
          <div role="list" className={styles.rows} data-testid="export-report" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index];
              if (!row) return null;
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  role="listitem"
                  aria-setsize={rows.length}
                  aria-posinset={item.index + 1}
                  data-index={item.index}
                  className={styles.row}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <Row row={row} />
                </div>
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}

const keyOf = (row: ReportRow | undefined, index: number): string =>
  row?.kind === "tool" ? `${row.outcome} ${row.tool}` : `${row?.outcome ?? ""} ${index}`;

function Row({ row }: { row: ReportRow }) {
  if (row.kind === "head") {
    const { icon: Icon, label } = HEADS[row.outcome];
    return (
      <h3 className={styles.head}>
        <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
        {label} <span>{row.count.toLocaleString("en")}</span>
      </h3>
    );
  }
  return (
    <div className={styles.tool}>
      <code>
        <ServerText text={row.tool} limit={6} />
      </code>
      {row.outcome === "exported" ? (
        <p>
          <ServerText text={sentence(row.says.map(({ field }) => field).join(", "))} />
        </p>
      ) : (
        <div>
          {row.says.map(({ field, why }, index) => (
            <p key={index}>
              <b>
                <ServerText text={sentence(field)} />
              </b>
              : <ServerText text={why} />
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
