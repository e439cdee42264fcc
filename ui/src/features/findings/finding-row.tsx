// Row of a finding: severity, message, rule, tool, and one action.
import { Wrench } from "lucide-react";
import { memo } from "react";
import type { FindingRow as Row } from "../../backend";
import { Button } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { Reason } from "../../shared/reason";
import { ServerText } from "../../shared/server-text";
import { SEVERITY_WORD, SeverityIcon } from "../../shared/severity";
import { idOf } from "../../shared/tool-id";
import { once } from "./once";
import type { FindingActions } from "./use-finding-actions";
import { strings } from "./strings";
import styles from "./finding-list.module.css";

type Props = {
  row: Row;
  at: number;
  top: number;
  current: boolean;
  /** The rule is heuristic and may be wrong. */
  isHeuristic: boolean;
  readOnly: string | null;
  actions: FindingActions;
};

export const FindingRow = memo(function FindingRow({ row, at, top, current, isHeuristic, readOnly, actions }: Props) {
  const { finding } = row;
  const stop = current ? 0 : -1;
  return (
    <div
      className={styles.row}
      role="row"
      aria-rowindex={at + 1}
      aria-selected={current}
      tabIndex={stop}
      data-testid="finding"
      data-position={at}
      data-tool={idOf(row)}
      data-suppressed={finding.suppression ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={styles.message}>
        <SeverityIcon severity={finding.severity} />
        <div>
          <p>
            <Reason text={sentence(clip(finding.message, 400))} />
          </p>
          <div className={styles.meta}>
            <span className={styles.severity}>{SEVERITY_WORD[finding.severity]}</span>
            <span className={styles.severity} aria-hidden="true">
              ·
            </span>
            <code>
              <ServerText text={clip(idOf(row), 200)} limit={2} />
            </code>
            <span className={styles.rule}>
              · <ServerText text={finding.rule} limit={1} />
            </span>
            {finding.fix && !finding.fix.safe && !finding.suppression ? (
              <>
                <span aria-hidden="true">·</span>
                <span title={strings.row.unsafeReason}>{strings.row.unsafe}</span>
              </>
            ) : null}
            {isHeuristic ? (
              <>
                <span aria-hidden="true">·</span>
                <span>{strings.row.mayBeWrong}</span>
              </>
            ) : null}
            {finding.suppression ? (
              <>
                <span aria-hidden="true">·</span>
                <span>{strings.row.suppressed}</span>
              </>
            ) : null}
          </div>
        </div>
      </div>
      <div role="gridcell" className={styles.action}>
        <RowAction row={row} stop={stop} readOnly={readOnly} actions={actions} />
      </div>
    </div>
  );
});

function RowAction({ row, stop, readOnly, actions }: { row: Row; stop: 0 | -1; readOnly: string | null; actions: FindingActions }) {
  const { fix, suppression } = row.finding;
  const changeProps = {
    size: "small" as const,
    tabIndex: stop,
    disabled: readOnly !== null,
    title: readOnly === null ? undefined : asPlainString(readOnly),
  };
  if (suppression) {
    return (
      <Button {...changeProps} look="quiet" onClick={() => actions.unsuppress(row)}>
        {strings.actions.unsuppress}
      </Button>
    );
  }
  if (fix) {
    const label = clip(fix.label, 120);
    return (
      <Button
        {...changeProps}
        className={styles.fix}
        title={changeProps.title ?? (fix.safe ? asPlainString(label) : `${asPlainString(label)}. ${strings.row.unsafeReason}`)}
        onClick={once(() => actions.fix(row))}
      >
        <Wrench size={12} strokeWidth={2.25} aria-hidden="true" />
        <span className={styles.label}>
          <ServerText text={label} limit={2} />
        </span>
        {fix.safe ? null : <VisuallyHidden>{strings.row.unsafeSuffix}</VisuallyHidden>}
        <span className={styles.short} aria-hidden="true">
          {strings.row.fix}
        </span>
      </Button>
    );
  }
  return (
    <Button look="quiet" size="small" tabIndex={stop} onClick={() => actions.openTool(row)}>
      {strings.actions.openTool}
    </Button>
  );
}
