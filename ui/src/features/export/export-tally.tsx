// Totals of an export: tools carried, changed or dropped; for Hintsmith's own file, its number of decisions.
import { useMemo } from "react";
import type { ExportPreview, TargetView } from "../../backend";
import { EVERYTHING } from "./export-input";
import { reportCounts } from "./report-rows";
import { strings } from "./strings";
import styles from "./export-target.module.css";

const { tally: text } = strings;

type Props = { target: TargetView; environment: string; preview: ExportPreview };

export function ExportTally({ target, environment, preview }: Props) {
  const counts = useMemo(() => reportCounts(preview.report), [preview.report]);
  const hasAllLayers = environment === EVERYTHING;
  const { exported } = text;
  const aboutExported = hasAllLayers ? exported.allLayers : exported.oneLayer;
  const aboutNone = hasAllLayers ? exported.noneAtAll : exported.noneHere;
  const cells =
    target.kind === "canonical"
      ? [{ count: preview.exported, label: exported.label, about: preview.exported > 0 ? aboutExported : aboutNone }]
      : [
          { count: counts.exported, ...text.carried },
          { count: counts.changed, ...text.changed },
          { count: counts.dropped, ...text.dropped },
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
