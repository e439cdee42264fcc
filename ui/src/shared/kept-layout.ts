// How the catalog was laid out when the window was closed: kept in this window's storage, read with care.
import type { Grouping, Layout, Sort, SortBy } from "./view-state";

export type KeptLayout = { grouping: Grouping; layout: Layout; sort: Sort };

const SLOT = "hintsmith.layout";
const USUAL: KeptLayout = { grouping: "behaviour", layout: "cards", sort: null };
const GROUPINGS: readonly Grouping[] = ["behaviour", "server", "module", "none"];
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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const oneOf = <T>(allowed: readonly T[], value: unknown): T | undefined => allowed.find((one) => one === value);

function sortOf(value: unknown): Sort {
  if (!isObject(value)) return null;
  const by = oneOf(SORTS, value["by"]);
  return by ? { by, descending: value["descending"] === true } : null;
}

export function keptLayout(): KeptLayout {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SLOT) ?? "null");
    if (!isObject(kept)) return USUAL;
    return {
      grouping: oneOf(GROUPINGS, kept["grouping"]) ?? USUAL.grouping,
      layout: oneOf(LAYOUTS, kept["layout"]) ?? USUAL.layout,
      sort: sortOf(kept["sort"]),
    };
  } catch {
    return USUAL; // storage can be refused, or hold anything
  }
}

export function keepLayout({ grouping, layout, sort }: KeptLayout): void {
  try {
    localStorage.setItem(SLOT, JSON.stringify({ grouping, layout, sort }));
  } catch {
    // It then lasts as long as the window.
  }
}
