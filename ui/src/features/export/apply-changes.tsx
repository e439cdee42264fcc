// Table of the changes that a file would make; the user can exclude each row.
import { useMemo } from "react";
import type { DecisionChange } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { Segmented } from "../../kit/segmented";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { FieldName, NewValue, OldValue, Subject } from "../../shared/change-cells";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { formatEnvironment } from "../environments/strings";
import type { ExcludedChanges } from "./excluded-changes";
import { conflictsOf, preferredSide, toggleIndex } from "./excluded-changes";
import { strings } from "./strings";
import styles from "./apply-changes.module.css";

const { applyChanges: text } = strings;

type Props = { changes: readonly DecisionChange[]; excluded: ExcludedChanges; onExclude: (excluded: ExcludedChanges) => void };

const COLUMNS: readonly LongColumn<DecisionChange>[] = [
  {
    head: text.columns.environment,
    width: "minmax(0, 1.1fr)",
    cell: ({ environment }) => <ServerText text={formatEnvironment(environment)} limit={1} />,
  },
  { head: text.columns.subject, width: "minmax(0, 3fr)", cell: ({ subject }) => <Subject text={subject} /> },
  { head: text.columns.field, width: "minmax(0, 1.2fr)", cell: ({ field }) => <FieldName field={field} /> },
  { head: text.columns.before, width: "minmax(0, 1fr)", cell: ({ before }) => <OldValue value={before} /> },
  { head: text.columns.after, width: "minmax(0, 1.4fr)", cell: ({ after }) => <NewValue value={after ?? ""} /> },
];

const CONFLICT_CHOICES = [
  { value: "theirs", label: text.useFile },
  { value: "ours", label: text.keepMine },
] as const;

export function ApplyChanges({ changes, excluded, onExclude }: Props) {
  const conflicts = useMemo(() => conflictsOf(changes), [changes]);
  if (changes.length === 0) return <p className={styles.none}>{text.empty}</p>;
  const includeColumn: LongColumn<DecisionChange> = {
    head: text.columns.apply,
    width: "40px",
    cell: ({ subject, field }, index) => (
      <Checkbox
        checked={!excluded.has(index)}
        aria-label={text.applyRow(asPlainString(subject), asPlainString(field))}
        onChange={() => onExclude(toggleIndex(excluded, index))}
      />
    ),
  };
  return (
    <>
      {conflicts.size > 0 ? (
        <div className={styles.conflicts} data-testid="apply-conflicts">
          <span>{text.conflicts(conflicts.size)}</span>
          <Segmented
            label={text.conflictChoice}
            value={preferredSide(conflicts, excluded)}
            segments={CONFLICT_CHOICES}
            onChange={(choice) => onExclude(choice === "ours" ? conflicts : new Set())}
          />
        </div>
      ) : null}
      <LongTable label={text.table} rows={changes} columns={[includeColumn, ...COLUMNS]} />
    </>
  );
}
