// Totals of an export: tools carried, changed or dropped; for Hintsmith's own file, its number of decisions.
import { useMemo } from "react";
import type { ExportPreview, TargetView } from "../../backend";
import { EVERYTHING } from "./export-input";
import { reportCounts } from "./report-rows";
import styles from "./export-target.module.css";

type Props = { target: TargetView; environment: string; preview: ExportPreview };

export function ExportTally({ target, environment, preview }: Props) {
  const counts = useMemo(() => reportCounts(preview.report), [preview.report]);
  const everything = environment === EVERYTHING;
  const cells =
    target.kind === "canonical"
      ? [
          {
            count: preview.exported,
            label: "exported",
            about:
              preview.exported > 0
                ? everything
                  ? "Decisions and rules of every layer."
                  : "Decisions, rules spelled out tool by tool."
                : `${everything ? "Nothing has been decided yet" : "Nothing decided holds here"}: the file would hold no decisions.`,
          },
        ]
      : [
          { count: counts.exported, label: "carried", about: "Tools with fields that arrive." },
          { count: counts.changed, label: "changed", about: "Tools with fields in another form." },
          { count: counts.dropped, label: "dropped", about: "Tools with fields left out." },
        ];
  return (
    <div className={styles.tally} data-testid="export-tally">
      {cells.map(({ count, label, about }) => (
        <div key={label}>
          <b>
            <span>{count.toLocaleString("en")}</span> {label}
          </b>
          <p>{about}</p>
        </div>
      ))}
    </div>
  );
}
