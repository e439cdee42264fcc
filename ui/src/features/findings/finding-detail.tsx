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
import { strings } from "./strings";
import styles from "./findings-panel.module.css";

type Props = { row: FindingRow; rule: LintRuleView | undefined; readOnly: string | null; actions: FindingActions };

export function FindingDetail({ row, rule, readOnly, actions }: Props) {
  const { finding } = row;
  return (
    <section className={styles.detail} aria-label={strings.panel.about} data-testid="finding-detail">
      {rule ? <RuleDescription rule={rule} /> : null}
      {finding.suppression ? <Suppressed row={row} /> : null}
      {finding.fix && !finding.suppression ? <FixDecisions row={row} fix={finding.fix} /> : null}
      <Actions row={row} readOnly={readOnly} actions={actions} />
    </section>
  );
}

function RuleDescription({ rule }: { rule: LintRuleView }) {
  return (
    <>
      <p>
        <Reason text={rule.why} />
      </p>
      <p>{strings.categories[rule.category]}</p>
      {rule.source ? (
        <p className={styles.source}>
          <span>{strings.panel.source}</span>
          <code>
            <ServerText text={rule.source} limit={2} />
          </code>
          {/* The app cannot open web pages, so the user copies the URL. */}
          <CopyButton label={strings.panel.copySource} text={rule.source} onFailed={couldNotCopy} />
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
  const labels = strings.panel.suppression;
  return (
    <p className={styles.suppressed} data-testid="suppression">
      {labels.suppressed}{" "}
      {by === null ? null : (
        <>
          {labels.by} <ServerText text={clip(by, 80)} limit={2} />{" "}
        </>
      )}
      {labels.on}{" "}
      <time dateTime={at} title={exactly(at)}>
        {onDay(at, now)}
      </time>
      : <ServerText text={clip(reason, 600)} limit={4} />
    </p>
  );
}

function Actions({ row, readOnly, actions }: { row: FindingRow; readOnly: string | null; actions: FindingActions }) {
  const open = useNavigation((state) => state.open);
  const { fix, rule, suppression } = row.finding;
  const changeProps = {
    size: "small" as const,
    disabled: readOnly !== null,
    title: readOnly === null ? undefined : asPlainString(readOnly),
  };
  return (
    <div className={styles.actions}>
      {suppression ? (
        <Button {...changeProps} onClick={() => actions.unsuppress(row)}>
          {strings.actions.unsuppress} <KeyHint of="findings.suppress" />
        </Button>
      ) : fix ? (
        <>
          <Button {...changeProps} look="primary" className={styles.fix} onClick={once(() => actions.fix(row))}>
            <Wrench size={12} strokeWidth={2.25} aria-hidden="true" />
            <ServerText text={clip(fix.label, 120)} limit={2} /> <KeyHint of="findings.fix" />
          </Button>
          <Button {...changeProps} onClick={() => open({ kind: "applyFixes", input: ofRule(rule) })}>
            {strings.actions.fixAll}
          </Button>
        </>
      ) : null}
      <Button size="small" onClick={() => actions.openTool(row)}>
        {strings.actions.openTool} <KeyHint of="findings.openTool" />
      </Button>
      {suppression ? null : (
        <Button {...changeProps} look="quiet" onClick={() => actions.suppress(row)}>
          {strings.actions.suppress} <KeyHint of="findings.suppress" />
        </Button>
      )}
    </div>
  );
}
