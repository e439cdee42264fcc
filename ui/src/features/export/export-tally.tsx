// Totals of an export: what the target keeps, changes and leaves out; for Hintsmith's own file, its number of decisions.
import type { TargetView } from "../../backend";
import { asPlainString } from "../../shared/hidden-characters";
import { EVERYTHING } from "./export-input";
import type { ReportSummary } from "./report-summary";
import { strings } from "./strings";
import styles from "./export-target.module.css";

const { tally: text } = strings;

type Props = { target: TargetView; environment: string; exported: number; summary: ReportSummary };

export function ExportTally({ target, environment, exported, summary }: Props) {
  if (target.kind === "canonical") {
    const isEverything = environment === EVERYTHING;
    const { label, allLayers, oneLayer, noneAtAll, noneHere } = text.exported;
    const about = exported > 0 ? (isEverything ? allLayers : oneLayer) : isEverything ? noneAtAll : noneHere;
    return <Cells cells={[{ count: exported, label, about }]} />;
  }
  const cells = (["kept", "changed", "dropped"] as const).map((outcome) => {
    const { tools, counts } = summary[outcome];
    const { label, none, some } = text[outcome];
    return { count: tools, label: label(tools), about: tools === 0 ? none : some(counts, tools) };
  });
  return (
    <>
      <Cells cells={cells} />
      {summary.unsupported.length > 0 ? (
        <p className={styles.unsupported} data-testid="export-unsupported">
          {text.unsupported(target.name, summary.unsupported)}
        </p>
      ) : null}
    </>
  );
}

function Cells({ cells }: { cells: readonly { count: number; label: string; about: string }[] }) {
  return (
    <div className={styles.tally} data-testid="export-tally">
      {cells.map(({ count, label, about }) => (
        <div key={label}>
          <b>
            <span>{count.toLocaleString("en")}</span> {label}
          </b>
          <p>{asPlainString(about)}</p>
        </div>
      ))}
    </div>
  );
}
