// Findings of a tool, each with its fix, and below them the malformed parts of the server's definition.
import { Wrench } from "lucide-react";
import type { FindingView, FixView, ToolKey, ToolProblem } from "../../backend";
import { Button, LinkButton } from "../../kit/button";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { showSuppressed } from "../../shared/findings-filter";
import { asPlainString } from "../../shared/hidden-characters";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { SEVERITY_RANK, SEVERITY_WORD, SeverityIcon } from "../../shared/severity";
import { useNavigation } from "../../shared/navigation";
import { PanelSection } from "../../shared/panel-section";
import { ProblemList } from "./problem-list";
import { strings } from "./strings";
import styles from "./findings-section.module.css";

/** Maximum number of findings here; the findings page lists the rest. */
const MAX_LISTED = 8;

type Props = {
  tool: ToolKey;
  findings: readonly FindingView[];
  problems: readonly ToolProblem[];
  readOnly: string | null;
  onFix: (fix: FixView) => void;
};

/** The count of the section is that of the tool's card: errors and warnings. Notes and problems are named beside it. */
export function FindingsSection({ tool, findings, problems, readOnly, onFix }: Props) {
  const counting = findings
    .filter(({ suppression }) => suppression === null)
    .sort((a, b) => SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity]);
  const suppressed = findings.length - counting.length;
  const count = counting.length + problems.length;
  const notes = counting.filter(({ severity }) => severity === "note").length;
  const also = strings.findings.also(notes, problems.length);
  return (
    <PanelSection
      id="findings"
      title={strings.findings.title}
      count={counting.length - notes}
      after={also === "" ? null : <span className={styles.also}>{also}</span>}
    >
      {count === 0 ? <p className={styles.none}>{strings.findings.empty}</p> : null}
      {counting.length > 0 ? (
        <ul className={styles.list} data-testid="findings">
          {counting.slice(0, MAX_LISTED).map((finding, index) => (
            <li key={index}>
              <SeverityIcon severity={finding.severity} size={12} />
              <div>
                <p>
                  <Reason text={sentence(clip(finding.message, 400))} />
                </p>
                <p className={styles.of}>
                  {`${SEVERITY_WORD[finding.severity]} · `}
                  <code>
                    <ServerText text={finding.rule} limit={1} />
                  </code>
                </p>
                <div className={styles.actions}>
                  {finding.fix ? <Fix fix={finding.fix} readOnly={readOnly} onFix={onFix} /> : null}
                  <Suppress tool={tool} finding={finding} readOnly={readOnly} />
                </div>
              </div>
            </li>
          ))}
          {counting.length > MAX_LISTED ? <li>{strings.findings.more(counting.length - MAX_LISTED)}</li> : null}
        </ul>
      ) : null}
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
      {suppressed > 0 ? (
        <p className={styles.none}>
          <LinkButton onClick={() => showSuppressed(tool)}>{strings.findings.showSuppressed(suppressed)}</LinkButton>
        </p>
      ) : null}
    </PanelSection>
  );
}

function Fix({ fix, readOnly, onFix }: { fix: FixView; readOnly: string | null; onFix: (fix: FixView) => void }) {
  return (
    <Button
      size="small"
      className={styles.fix}
      disabled={readOnly !== null}
      title={readOnly !== null ? asPlainString(readOnly) : fix.safe ? undefined : strings.findings.unsafeReason}
      onClick={() => onFix(fix)}
    >
      <Wrench size={12} strokeWidth={2.25} aria-hidden="true" />
      <span>
        <ServerText text={clip(fix.label, 120)} limit={2} />
        {fix.safe ? null : strings.findings.unsafe}
      </span>
    </Button>
  );
}

function Suppress({ tool, finding, readOnly }: { tool: ToolKey; finding: FindingView; readOnly: string | null }) {
  const open = useNavigation((state) => state.open);
  const { rule, message } = finding;
  return (
    <Button
      look="quiet"
      size="small"
      aria-label={strings.findings.suppressLabel(asPlainString(clip(rule, 80)))}
      disabled={readOnly !== null}
      title={readOnly === null ? undefined : asPlainString(readOnly)}
      onClick={() => open({ kind: "suppressFinding", finding: { ...tool, rule }, message })}
    >
      {strings.findings.suppress}
    </Button>
  );
}
