// Report per tool. A virtualized list, because it may contain ten thousand tools.
import { useVirtualizer } from "@tanstack/react-virtual";
import { Check, CircleAlert, EyeOff, X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { FidelityReport, FieldOutcome } from "../../backend";
import { Segmented } from "../../kit/segmented";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { OutcomeFilter, ReportRow } from "./report-rows";
import { REVIEW_ORDER, reportRows } from "./report-rows";
import type { Outcome, ReportSummary } from "./report-summary";
import { strings } from "./strings";
import styles from "./export-report.module.css";

const { report: text } = strings;

const ICONS: Record<Outcome, typeof X> = { none: X, partial: CircleAlert, full: Check, hidden: EyeOff };
const HEAD = 36;
const ROW = 33;

export function ExportReportList({ report, summary }: { report: FidelityReport; summary: ReportSummary }) {
  const [chosen, setFilter] = useState<OutcomeFilter>("all");
  const outcomes = REVIEW_ORDER.filter((outcome) => summary.outcomes[outcome] > 0);
  // Another export may have no tools with the chosen outcome.
  const filter = chosen !== "all" && outcomes.includes(chosen) ? chosen : "all";
  const segments = (["all", ...outcomes] as const).map((value) => ({ value, label: text.filters[value] }));
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
        {outcomes.length > 1 ? <Segmented label={text.filter} value={filter} segments={segments} onChange={setFilter} /> : null}
      </div>
      {rows.length === 0 ? (
        <p className={styles.none} data-testid="report-none">
          {text.empty}
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
  row?.kind === "tool" ? row.tool.tool : `${row?.outcome ?? ""} ${index}`;

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
  const { tool, exported, changed, dropped } = row.tool;
  return (
    <div className={styles.tool}>
      <code>
        <ServerText text={tool} limit={6} />
      </code>
      <div>
        <Fields label={text.leftOut} fields={dropped} />
        <Fields label={text.changed} fields={changed} />
        {exported.length > 0 ? (
          <p>
            <ServerText text={sentence(exported.join(", "))} />
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** One line per field; the label tells a field that is left out from one that is changed. */
function Fields({ label, fields }: { label: (field: string) => string; fields: readonly FieldOutcome[] }) {
  return fields.map(({ field, why }, index) => (
    <p key={index}>
      <b>
        <ServerText text={label(field)} />
      </b>
      : <ServerText text={why} />
    </p>
  ));
}
