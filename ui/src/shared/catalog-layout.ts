// Layout of the catalog, kept in this window's local storage between starts. What is stored there is not trusted.
import type { HintName } from "../backend";

export type Grouping = "behaviour" | "server" | "module" | "toolset" | "none";
export type Layout = "cards" | "table";
export type SortBy = "title" | "name" | "server" | HintName | "tokens" | "reviewed";
/** Null: the order of the servers, or the best match first. */
export type Sort = { by: SortBy; descending: boolean } | null;

export type SavedLayout = { grouping: Grouping; layout: Layout; sort: Sort };

const SLOT = "hintsmith.layout";
const USUAL: SavedLayout = { grouping: "behaviour", layout: "cards", sort: null };
const GROUPINGS: readonly Grouping[] = ["behaviour", "server", "module", "toolset", "none"];
const LAYOUTS: readonly Layout[] = ["cards", "table"];
const SORTS: readonly SortBy[] = [
  "title",
  "name",
  "server",
  "readOnly",
  "destructive",
  "idempotent",
  "openWorld",
  "tokens",
  "reviewed",
];

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const oneOf = <T>(allowed: readonly T[], value: unknown): T | undefined => allowed.find((one) => one === value);

function sortOf(value: unknown): Sort {
  if (!isObject(value)) return null;
  const by = oneOf(SORTS, value["by"]);
  return by ? { by, descending: value["descending"] === true } : null;
}

/** What is kept under a name; null where nothing is that can be read. */
export function readSaved(slot: string): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(slot) ?? "null");
    return isObject(kept) ? kept : null;
  } catch {
    return null; // storage can be refused, or hold anything
  }
}

export function writeSaved(slot: string, value: object): void {
  try {
    localStorage.setItem(slot, JSON.stringify(value));
  } catch {
    // It then lasts as long as the window.
  }
}

export function savedLayout(): SavedLayout {
  const kept = readSaved(SLOT);
  if (!kept) return USUAL;
  return {
    grouping: oneOf(GROUPINGS, kept["grouping"]) ?? USUAL.grouping,
    layout: oneOf(LAYOUTS, kept["layout"]) ?? USUAL.layout,
    sort: sortOf(kept["sort"]),
  };
}

export const saveLayout = ({ grouping, layout, sort }: SavedLayout): void => writeSaved(SLOT, { grouping, layout, sort });
