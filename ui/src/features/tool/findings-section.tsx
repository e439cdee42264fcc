// What deserves a look, each with its one-click mend, and below it what is malformed as the server sent it.
import { CircleAlert, Wrench } from "lucide-react";
import type { FindingView, FixView, ToolProblem } from "../../backend";
import { Button } from "../../kit/button";
import { counted } from "../../shared/ago";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-words";
import { asPlainString } from "../../shared/hidden-characters";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { PanelSection } from "./panel-section";
import { ProblemList } from "./problem-list";
import styles from "./findings-section.module.css";

const MOST = 20;

type Props = {
  findings: readonly FindingView[];
  problems: readonly ToolProblem[];
  readOnly: string | null;
  onFix: (fix: FixView) => void;
};

export function FindingsSection({ findings, problems, readOnly, onFix }: Props) {
  const count = findings.length + problems.length;
  return (
    <PanelSection id="findings" title="Findings" count={count}>
      {count === 0 ? <p className={styles.none}>Nothing to mend.</p> : null}
      {findings.length > 0 ? (
        <ul className={styles.list} data-testid="findings">
          {findings.slice(0, MOST).map((finding, index) => (
            <li key={index}>
              <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
              <div>
                <p>
                  <Reason text={sentence(clip(finding.message, 400))} />{" "}
                  <code>
                    <ServerText text={finding.rule} limit={1} />
                  </code>
                </p>
                {finding.fix ? <Fix fix={finding.fix} readOnly={readOnly} onFix={onFix} /> : null}
              </div>
            </li>
          ))}
          {findings.length > MOST ? <li>and {counted(findings.length - MOST, "more finding")}</li> : null}
        </ul>
      ) : null}
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
    </PanelSection>
  );
}

function Fix({ fix, readOnly, onFix }: { fix: FixView; readOnly: string | null; onFix: (fix: FixView) => void }) {
  return (
    <Button
      size="small"
      className={styles.fix}
      disabled={readOnly !== null}
      title={readOnly === null ? undefined : asPlainString(readOnly)}
      onClick={() => onFix(fix)}
    >
      <Wrench size={12} strokeWidth={2.25} aria-hidden="true" />
      <ServerText text={clip(fix.words, 120)} limit={2} />
    </Button>
  );
}
