// Table columns: labels, widths, and the order in which a narrow table drops them.
import { HINTS } from "../../shared/hints";
import type { SortBy } from "../../shared/catalog-layout";
import { strings } from "./strings";

const CHECK_WIDTH = 38;

export type ColumnId = SortBy | "flags";
export type TableColumn = {
  id: ColumnId;
  label: string;
  /** Minimum width in pixels. */
  least: number;
  /** Share of the remaining width, in fr. */
  grows: number;
  sort: SortBy | null;
};

const hints = HINTS.map((hint) => ({ id: hint, label: strings.columns[hint], least: 84, grows: 0, sort: hint }));

/** In display order. */
const COLUMNS: readonly TableColumn[] = [
  { id: "title", label: strings.columns.title, least: 130, grows: 3, sort: "title" },
  { id: "name", label: strings.columns.name, least: 140, grows: 4, sort: "name" },
  { id: "server", label: strings.columns.server, least: 76, grows: 1, sort: "server" },
  ...hints,
  { id: "flags", label: strings.columns.flags, least: 92, grows: 2, sort: null },
  { id: "tokens", label: strings.columns.tokens, least: 64, grows: 0, sort: "tokens" },
  { id: "reviewed", label: strings.columns.reviewed, least: 88, grows: 0, sort: "reviewed" },
];

/** Columns that a narrow table drops, first to last. */
const DROP_ORDER: readonly ColumnId[] = ["tokens", "reviewed", "server", "flags", "name", "openWorld", "idempotent"];

const minimumWidth = (columns: readonly TableColumn[]): number =>
  columns.reduce((sum, column) => sum + column.least, CHECK_WIDTH);

export function columnsIn(width: number, manyServers: boolean): readonly TableColumn[] {
  let columns = COLUMNS.filter(({ id }) => id !== "server" || manyServers);
  for (const id of DROP_ORDER) {
    if (minimumWidth(columns) <= width) break;
    columns = columns.filter((column) => column.id !== id);
  }
  return columns;
}

export const templateOf = (columns: readonly TableColumn[]): string =>
  [
    `${CHECK_WIDTH}px`,
    ...columns.map(({ least, grows }) => (grows > 0 ? `minmax(${least}px, ${grows}fr)` : `${least}px`)),
  ].join(" ");
