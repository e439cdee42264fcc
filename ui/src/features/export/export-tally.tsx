// How much arrives: tools that are carried, changed or dropped; for our own file, the decisions it holds.
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
            word: "exported",
            about:
              preview.exported > 0
                ? everything
                  ? "Decisions and rules of every layer."
                  : "Decisions, rules spelled out tool by tool."
                : `${everything ? "Nothing has been decided yet" : "Nothing decided holds here"}: the file would hold no decisions.`,
          },
        ]
      : [
          { count: counts.exported, word: "carried", about: "Tools with fields that arrive." },
          { count: counts.changed, word: "changed", about: "Tools with fields in another form." },
          { count: counts.dropped, word: "dropped", about: "Tools with fields left out." },
        ];
  return (
    <div className={styles.tally} data-testid="export-tally">
      {cells.map(({ count, word, about }) => (
        <div key={word}>
          <b>
            <span>{count.toLocaleString("en")}</span> {word}
          </b>
          <p>{about}</p>
        </div>
      ))}
    </div>
  );
}
