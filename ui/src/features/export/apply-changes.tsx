// What applying would change, line by line.
import type { ApplyChange } from "../../backend";
import { FieldName, NewValue, OldValue, Subject } from "../../shared/change-cells";
import type { Column } from "../../shared/long-table";
import { LongTable } from "../../shared/long-table";
import { ServerText } from "../../shared/server-text";
import { environmentWord } from "../environments/words";
import styles from "./apply-changes.module.css";

const COLUMNS: readonly Column<ApplyChange>[] = [
  {
    head: "Environment",
    width: "minmax(0, 1.1fr)",
    cell: ({ environment }) => <ServerText text={environmentWord(environment)} limit={1} />,
  },
  { head: "Tool or rule", width: "minmax(0, 3fr)", cell: ({ subject }) => <Subject text={subject} /> },
  { head: "Field", width: "minmax(0, 1.2fr)", cell: ({ field }) => <FieldName field={field} /> },
  { head: "Before", width: "minmax(0, 1fr)", cell: ({ before }) => <OldValue value={before} /> },
  { head: "After", width: "minmax(0, 1.4fr)", cell: ({ after }) => <NewValue value={after} /> },
];

export function ApplyChanges({ changes }: { changes: readonly ApplyChange[] }) {
  if (changes.length === 0) return <p className={styles.none}>This file changes nothing here.</p>;
  return <LongTable label="Changes" rows={changes} columns={COLUMNS} />;
}
