// Table of decisions beside what the server declares.
import type { DeclaredDecision } from "../../backend";
import type { LongColumn } from "../../kit/table";
import { LongTable } from "../../kit/table";
import { FieldName, Subject } from "../../shared/change-cells";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";

const { declared: text } = strings;

const isSame = ({ decided, declared }: DeclaredDecision): boolean => decided === declared;

const COLUMNS: readonly LongColumn<DeclaredDecision>[] = [
  { head: text.columns.tool, width: "minmax(0, 2fr)", cell: ({ tool }) => <Subject text={tool} /> },
  { head: text.columns.field, width: "minmax(0, 1fr)", cell: ({ field }) => <FieldName field={field} /> },
  { head: text.columns.decided, width: "minmax(0, 1.2fr)", cell: ({ decided }) => <ServerText text={decided} limit={1} /> },
  {
    head: text.columns.declared,
    width: "minmax(0, 1.2fr)",
    cell: ({ declared }) => (declared === null ? text.nothing : <ServerText text={declared} limit={1} />),
  },
];
const RESULT: LongColumn<DeclaredDecision> = {
  head: text.columns.result,
  width: "64px",
  cell: (row) => (isSame(row) ? text.same : text.differs),
};

type Props = { label: string; rows: readonly DeclaredDecision[]; hasResult?: boolean };

export const DecisionTable = ({ label, rows, hasResult = false }: Props) => (
  <LongTable label={label} rows={rows} columns={hasResult ? [...COLUMNS, RESULT] : COLUMNS} />
);
