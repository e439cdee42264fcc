// Table of the changes that a file would make; the user can exclude each row.
import { useMemo } from "react";
import type { DecisionChange } from "../../backend";
import { Checkbox } from "../../kit/checkbox";
import { Segmented } from "../../kit/segmented";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { counted } from "../../shared/ago";
import { FieldName, NewValue, OldValue, Subject } from "../../shared/change-cells";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { formatEnvironment } from "../environments/strings";
import type { KeptChanges } from "./kept-changes";
import { conflictsOf, preferred, toggled } from "./kept-changes";
import styles from "./apply-changes.module.css";

type Props = { changes: readonly DecisionChange[]; kept: KeptChanges; onKeep: (kept: KeptChanges) => void };

const COLUMNS: readonly LongColumn<DecisionChange>[] = [
  {
    head: "Environment",
    width: "minmax(0, 1.1fr)",
    cell: ({ environment }) => <ServerText text={formatEnvironment(environment)} limit={1} />,
  },
  { head: "Tool or rule", width: "minmax(0, 3fr)", cell: ({ subject }) => <Subject text={subject} /> },
  { head: "Field", width: "minmax(0, 1.2fr)", cell: ({ field }) => <FieldName field={field} /> },
  { head: "Before", width: "minmax(0, 1fr)", cell: ({ before }) => <OldValue value={before} /> },
  { head: "After", width: "minmax(0, 1.4fr)", cell: ({ after }) => <NewValue value={after ?? ""} /> },
];

const CONFLICT_CHOICES = [
  { value: "theirs", label: "Take the file’s" },
  { value: "ours", label: "Keep mine" },
] as const;

export function ApplyChanges({ changes, kept, onKeep }: Props) {
  const conflicts = useMemo(() => conflictsOf(changes), [changes]);
  if (changes.length === 0) return <p className={styles.none}>This file changes nothing here.</p>;
  const includeColumn: LongColumn<DecisionChange> = {
    head: "Take",
    width: "40px",
    cell: ({ subject, field }, index) => (
      <Checkbox
        checked={!kept.has(index)}
        aria-label={`Take ${asPlainString(subject)} ${asPlainString(field)}`}
        onChange={() => onKeep(toggled(kept, index))}
      />
    ),
  };
  return (
    <>
      {conflicts.size > 0 ? (
        <div className={styles.conflicts} data-testid="apply-conflicts">
          <span>{counted(conflicts.size, "change")} to what is decided here already:</span>
          <Segmented
            label="Where both decided"
            value={preferred(conflicts, kept)}
            segments={CONFLICT_CHOICES}
            onChange={(choice) => onKeep(choice === "ours" ? conflicts : new Set())}
          />
        </div>
      ) : null}
      <LongTable label="Changes" rows={changes} columns={[includeColumn, ...COLUMNS]} />
    </>
  );
}
