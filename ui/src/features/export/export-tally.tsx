// Totals of an export: tools by how much of them is exported, and which fields; for Hintsmith's own file, its number of entries.
import type { TargetView } from "../../backend";
import { asPlainString } from "../../shared/hidden-characters";
import { EVERYTHING } from "./export-input";
import type { ReportSummary } from "./report-summary";
import { OUTCOMES } from "./report-summary";
import { strings } from "./strings";
import styles from "./export-target.module.css";

const { tally: text } = strings;

type Props = { target: TargetView; environment: string; exported: number; summary: ReportSummary };

export function ExportTally({ target, environment, exported, summary }: Props) {
  if (target.kind === "canonical") {
    const isEverything = environment === EVERYTHING;
    const { label, allLayers, oneLayer, noneAtAll, noneHere } = text.entries;
    const about = exported > 0 ? (isEverything ? allLayers : oneLayer) : isEverything ? noneAtAll : noneHere;
    return (
      <div className={styles.tally} data-testid="export-tally">
        <Total count={exported} label={label(exported)} />
        <p>{about}</p>
      </div>
    );
  }
  const { tools, outcomes, kept, changed, dropped, unsupported } = summary;
  const fields = (["kept", "changed", "dropped"] as const).flatMap((kind) => {
    const counts = { kept, changed, dropped }[kind];
    return counts.length === 0 ? [] : [{ kind, list: text.fields[kind](counts) }];
  });
  return (
    <div className={styles.tally} data-testid="export-tally">
      <Total count={tools} label={text.tools(tools)} />
      {/* Full and partial always, so that zero losses are stated; these numbers add up to the total. */}
      <ul className={styles.outcomes}>
        {OUTCOMES.filter((outcome) => outcome === "full" || outcome === "partial" || outcomes[outcome] > 0).map((outcome) => (
            <li key={outcome} data-outcome={outcome}>
              <b>{outcomes[outcome].toLocaleString("en")}</b> {text.outcomes[outcome]}
            </li>
          ))}
      </ul>
      {fields.map(({ kind, list }) => (
        <p key={kind}>{asPlainString(list)}</p>
      ))}
      {unsupported.length > 0 ? <p data-testid="export-unsupported">{text.unsupported(target.name, unsupported)}</p> : null}
    </div>
  );
}

function Total({ count, label }: { count: number; label: string }) {
  return (
    <b className={styles.total}>
      <span>{count.toLocaleString("en")}</span> {label}
    </b>
  );
}
