// Catalog layout, saved in local storage. Stored values are validated, because local storage can contain anything.
import type { HintName } from "../backend";

export type Grouping = "behaviour" | "server" | "module" | "toolset" | "none";
export type Layout = "cards" | "table";
export type SortBy = "title" | "name" | "server" | HintName | "tokens" | "reviewed";
/** Null: server order, or best match first during a search. */
export type Sort = { by: SortBy; descending: boolean } | null;

export type SavedLayout = { grouping: Grouping; layout: Layout; sort: Sort };

const STORAGE_KEY = "hintsmith.layout";
const DEFAULT_LAYOUT: SavedLayout = { grouping: "behaviour", layout: "cards", sort: null };
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

/** Object saved under a key; null if there is none or it is invalid. */
export function readSaved(key: string): Record<string, unknown> | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isObject(saved) ? saved : null;
  } catch {
    return null; // local storage can be unavailable or contain invalid JSON
  }
}

export function writeSaved(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without local storage the value lasts until the window closes.
  }
}

export function savedLayout(): SavedLayout {
  const saved = readSaved(STORAGE_KEY);
  if (!saved) return DEFAULT_LAYOUT;
  return {
    grouping: oneOf(GROUPINGS, saved["grouping"]) ?? DEFAULT_LAYOUT.grouping,
    layout: oneOf(LAYOUTS, saved["layout"]) ?? DEFAULT_LAYOUT.layout,
    sort: sortOf(saved["sort"]),
  };
}

export const saveLayout = ({ grouping, layout, sort }: SavedLayout): void => writeSaved(STORAGE_KEY, { grouping, layout, sort });
