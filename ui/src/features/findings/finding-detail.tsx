// Detail of a finding: reason, category and source of the rule, suppression, decisions of the fix, and actions.
import { Wrench } from "lucide-react";
import { KeyHint } from "../../shared/key-hint";
import type { FindingRow, LintRuleView } from "../../backend";
import { Button } from "../../kit/button";
import { CopyButton } from "../../kit/copy-button";
import { clip } from "../../shared/clip";
import { couldNotCopy } from "../../shared/could-not-copy";
import { exactly, onDay } from "../../shared/day";
import { ofRule } from "../../shared/findings-filter";
import { asPlainString } from "../../shared/hidden-characters";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { useNavigation } from "../../shared/navigation";
import { FixDecisions } from "./fix-decisions";
import { once } from "./once";
import type { FindingActions } from "./use-finding-actions";
import { CATEGORY_LABELS } from "./labels";
import styles from "./findings-panel.module.css";

type Props = { row: FindingRow; rule: LintRuleView | undefined; readOnly: string | null; acts: FindingActions };

export function FindingDetail({ row, rule, readOnly, acts }: Props) {
  const { finding } = row;
  return (
    <section className={styles.detail} aria-label="About this finding" data-testid="finding-detail">
      {rule ? <RuleDescription rule={rule} /> : null}
      {finding.suppression ? <Suppressed row={row} /> : null}
      {finding.fix && !finding.suppression ? <FixDecisions fix={finding.fix} /> : null}
      <Actions row={row} readOnly={readOnly} acts={acts} />
    </section>
  );
}

function RuleDescription({ rule }: { rule: LintRuleView }) {
  return (
    <>
      <p>
        <Reason text={rule.why} />
      </p>
      <p>{CATEGORY_LABELS[rule.category]}</p>
      {rule.source ? (
        <p className={styles.source}>
          <span>Source</span>
          <code>
            <ServerText text={rule.source} limit={2} />
          </code>
          {/* The app cannot open web pages, so the user copies the URL. */}
          <CopyButton label="Copy the address of the source" text={rule.source} onFailed={couldNotCopy} />
        </p>
      ) : null}
    </>
  );
}

function Suppressed({ row }: { row: FindingRow }) {
  const now = useNow();
  const { suppression } = row.finding;
  if (!suppression) return null;
  const { reason, by, at } = suppression;
  return (
    <p className={styles.ignored} data-testid="suppression">
      Ignored{" "}
      {by === null ? null : (
        <>
          by <ServerText text={clip(by, 80)} limit={2} />{" "}
        </>
      )}
      on{" "}
      <time dateTime={at} title={exactly(at)}>
        {onDay(at, now)}
      </time>
      : <ServerText text={clip(reason, 600)} limit={4} />
    </p>
  );
}

function Actions({ row, readOnly, acts }: { row: FindingRow; readOnly: string | null; acts: FindingActions }) {
  const open = useNavigation((state) => state.open);
  const { fix, rule, suppression } = row.finding;
  const changes = {
    size: "small" as const,
    disabled: readOnly !== null,
    title: readOnly === null ? undefined : asPlainString(readOnly),
  };
  return (
    <div className={styles.actions}>
      {suppression ? (
        <Button {...changes} onClick={() => acts.countAgain(row)}>
          Count it again <KeyHint of="findings.ignore" />
        </Button>
      ) : fix ? (
        <>
          <Button {...changes} look="primary" className={styles.fix} onClick={once(() => acts.fix(row))}>
            <Wrench size={12} strokeWidth={2.25} aria-hidden="true" />
            <ServerText text={clip(fix.label, 120)} limit={2} /> <KeyHint of="findings.fix" />
          </Button>
          <Button {...changes} onClick={() => open({ kind: "applyFixes", input: ofRule(rule) })}>
            Fix all of this kind…
          </Button>
        </>
      ) : null}
      <Button size="small" onClick={() => acts.openTool(row)}>
        Open tool <KeyHint of="findings.openTool" />
      </Button>
      {suppression ? null : (
        <Button {...changes} look="quiet" onClick={() => acts.ignore(row)}>
          Ignore… <KeyHint of="findings.ignore" />
        </Button>
      )}
    </div>
  );
}
