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
import { strings } from "./strings";
import styles from "./export-report.module.css";

const { report: text } = strings;

const SEGMENTS: readonly { value: OutcomeFilter; label: string }[] = [
  { value: "all", label: text.filters.all },
  { value: "changed", label: text.filters.changed },
  { value: "dropped", label: text.filters.dropped },
];
const ICONS: Record<Outcome, typeof X> = { dropped: X, changed: ArrowRight, exported: Check };
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
        <h2>{text.title}</h2>
        <Segmented label={text.filter} value={filter} segments={SEGMENTS} onChange={setFilter} />
      </div>
      {rows.length === 0 ? (
        <p className={styles.none} data-testid="report-none">
          {text.empty[filter]}
        </p>
      ) : (
        <div ref={root} className={styles.scroll} role="region" aria-label={text.list} tabIndex={0}>
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
    const Icon = ICONS[row.outcome];
    return (
      <h3 className={styles.head}>
        <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
        {text.heads[row.outcome]} <span>{row.count.toLocaleString("en")}</span>
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
          <ServerText text={sentence(row.fields.map(({ field }) => field).join(", "))} />
        </p>
      ) : (
        <div>
          {row.fields.map(({ field, why }, index) => (
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
