// Table of all rules: decision, environment, effect, and the reason if a rule is redundant.
import { CircleAlert } from "lucide-react";
import type { RuleView } from "../../backend";
import { Button } from "../../kit/button";
import type { Column } from "../../kit/table";
import { Table } from "../../kit/table";
import { asPlainString } from "../../shared/hidden-characters";
import { HintBadge } from "../../shared/hint-badge";
import { HINT_LABEL } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { ServerText } from "../../shared/server-text";
import { formatEnvironment } from "../environments/strings";
import { strings } from "./strings";
import styles from "./rule-table.module.css";

const text = strings.table;

type Props = {
  rules: readonly RuleView[];
  readOnly: boolean;
  onEdit: (rule: RuleView) => void;
  onRemove: (rule: RuleView) => void;
};

const keyOf = ({ selector, hint, environment }: RuleView): string => JSON.stringify([environment, selector, hint]);

export function RuleTable({ rules, readOnly, onEdit, onRemove }: Props) {
  const columns: readonly Column<RuleView>[] = [
    {
      head: text.tools,
      cell: (rule) => (
        <>
          <code className={styles.selector}>
            <ServerText text={rule.selector} />
          </code>
          <RuleRemarks rule={rule} />
        </>
      ),
    },
    { head: text.decision, cell: (rule) => <RuleDecision rule={rule} /> },
    { head: text.environment, cell: ({ environment }) => <ServerText text={formatEnvironment(environment)} /> },
    { head: text.matches, tooltip: text.matchesAbout, number: true, cell: ({ matches }) => matches.toLocaleString("en") },
    { head: text.changes, tooltip: text.changesAbout, number: true, cell: ({ changes }) => changes.toLocaleString("en") },
    {
      head: text.actions,
      unseen: true,
      cell: (rule) => {
        const name = text.ruleName(asPlainString(rule.selector), HINT_LABEL[rule.hint], formatEnvironment(rule.environment));
        return (
          <span className={styles.actions}>
            <Button look="quiet" size="small" aria-label={text.editNamed(name)} disabled={readOnly} onClick={() => onEdit(rule)}>
              {text.edit}
            </Button>
            <Button
              look={rule.redundant === null ? "quiet" : "plain"}
              size="small"
              aria-label={text.removeNamed(name)}
              disabled={readOnly}
              onClick={() => onRemove(rule)}
            >
              {text.remove}
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <div className={styles.scroll}>
      <Table
        page
        className={styles.table}
        aria-label={text.label}
        columns={columns}
        rows={rules}
        keyOf={keyOf}
        rowProps={({ redundant }) => ({ "data-testid": "rule", "data-redundant": redundant !== null || undefined })}
      />
    </div>
  );
}

/** Yes is an emphasized badge, No is plain text. */
function RuleDecision({ rule }: { rule: RuleView }) {
  return (
    <span className={styles.decision}>
      {rule.value ? (
        <HintBadge kind={rule.hint} mark="decided" />
      ) : (
        <>
          <Mark mark="decided" />
          {text.no(HINT_LABEL[rule.hint])}
        </>
      )}
    </span>
  );
}

function RuleRemarks({ rule: { because, redundant, suspended } }: { rule: RuleView }) {
  return (
    <>
      {because ? (
        <p className={styles.remark}>
          {text.reason} <ServerText text={because} />
        </p>
      ) : null}
      {suspended > 0 ? (
        <p className={styles.remark} data-tone="warn">
          <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>{text.suspended(suspended)}</span>
        </p>
      ) : null}
      {redundant ? (
        <p className={styles.remark}>
          <b>{text.redundant}</b> <ServerText text={redundant} />.
        </p>
      ) : null}
    </>
  );
}
