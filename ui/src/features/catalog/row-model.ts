// Filtering and grouping of cards into rows: one pass over the cards, no DOM, no React.
import type { Behaviour, ToolCard } from "../../backend";
import type { Density } from "../../shared/appearance";
import type { Grouping } from "../../shared/catalog-layout";
import { isDisputed } from "./disputed";
import { strings } from "./strings";

export const GROUP_HEIGHT = 32;
/** By density; must equal `--card` in styles/tokens.css. */
export const CARD_HEIGHTS: Record<Density, number> = { comfortable: 124, compact: 96 };
export const GAP = 8;
export const CARD_MIN_WIDTH = 224;

/** Number of tools that each chip would list. */
export type Counts = Record<Behaviour | "all" | "unreviewed" | "finding", number>;
export type Filter = {
  /** Indices from the search, best match first; null without a search. */
  matches: readonly number[] | null;
  server: string | null;
  behaviour: Behaviour | "all";
};
export type Filtered = { indices: number[]; counts: Counts };

export type Row =
  | { kind: "group"; key: string; label: string; note: string; count: number; collapsed: boolean }
  /** Cards `from` to `to` (exclusive) of RowModel.order; `under` is the group id if a tool can be in several groups. */
  | { kind: "cards"; from: number; to: number; under?: string };
/** `order` contains a tool once for each of its groups. */
export type RowModel = { rows: Row[]; order: number[]; columns: number };

/** In the order of their groups. */
const BEHAVIOURS: readonly Behaviour[] = ["safe", "modifying", "destructive"];

/** Indices of the cards that pass the filter, and the count of each chip. `placed`: cards by which the list is filtered. */
export function filterCards(cards: readonly ToolCard[], filter: Filter, placed: readonly ToolCard[] = cards): Filtered {
  const indices: number[] = [];
  const counts: Counts = { all: 0, safe: 0, modifying: 0, destructive: 0, unreviewed: 0, finding: 0 };
  const consider = (index: number) => {
    const card = cards[index];
    if (!card || (filter.server !== null && card.server !== filter.server)) return;
    counts.all += 1;
    counts[card.behaviour] += 1;
    if (card.review !== "reviewed") counts.unreviewed += 1;
    if (card.findings > 0) counts.finding += 1;
    if (filter.behaviour === "all" || filter.behaviour === (placed[index] ?? card).behaviour) indices.push(index);
  };
  if (filter.matches) filter.matches.forEach(consider);
  else for (let index = 0; index < cards.length; index += 1) consider(index);
  return { indices, counts };
}

/** Members keep the order of the filtered indices: sorted, or best match first during a search. */
type Group = { key: string; label: string; note: string; members: number[] };

/** Lowest catalog index of a group's members, independent of their order. */
const firstIndexOf = ({ members }: Group): number => members.reduce((first, index) => Math.min(first, index), Infinity);

/** Group key of tools without a module or toolset; no module or toolset has an empty name. */
const REST = "";
const REST_LABEL: Partial<Record<Grouping, string>> = { module: strings.groups.noModule, toolset: strings.groups.noToolset };
const ONLY_REST: readonly string[] = [REST];

function keysIn(grouping: Grouping, card: ToolCard): readonly string[] {
  if (grouping === "toolset") return card.toolsets.length > 0 ? card.toolsets : ONLY_REST;
  if (grouping === "behaviour") return [card.behaviour];
  return [grouping === "module" ? (card.module ?? REST) : card.server];
}

/** Sidebar order; tools without a toolset come last. */
function byName(one: string, other: string): number {
  if (one === REST || other === REST) return one === REST ? 1 : -1;
  return one < other ? -1 : 1;
}

function groupsOf(cards: readonly ToolCard[], indices: readonly number[], grouping: Grouping): Group[] {
  const groups = new Map<string, Group>();
  if (grouping === "behaviour") {
    for (const key of BEHAVIOURS) groups.set(key, { key, ...strings.groups[key], members: [] });
  }
  for (const index of indices) {
    const card = cards[index];
    if (!card) continue;
    for (const key of keysIn(grouping, card)) {
      let group = groups.get(key);
      if (!group) {
        group = { key, label: key === REST ? (REST_LABEL[grouping] ?? key) : key, note: "", members: [] };
        groups.set(key, group);
      }
      group.members.push(index);
    }
  }
  const filled = [...groups.values()].filter((group) => group.members.length > 0);
  if (grouping === "behaviour") return filled;
  if (grouping === "toolset") return filled.sort((one, other) => byName(one.key, other.key));
  // Groups keep their order while the user types or sorts, although the best match can be in any group.
  const rank = new Map(filled.map((group) => [group, group.key === REST ? Infinity : firstIndexOf(group)]));
  return filled.sort((one, other) => ((rank.get(one) ?? 0) < (rank.get(other) ?? 0) ? -1 : 1));
}

/** Number and note of a group by behaviour. They follow the current cards, as the counts of the chips do, although an edited
 * card keeps its place while it is selected. */
function describeBehaviour({ key, note, members }: Group, cards: readonly ToolCard[]): { count: number; note: string } {
  const parts = [note];
  let count = 0;
  let disputed = 0;
  for (const index of members) {
    const card = cards[index];
    if (!card) continue;
    if (card.behaviour !== key) {
      parts.push(strings.groups.leaving(strings.groups[card.behaviour].label));
      continue;
    }
    count += 1;
    if (isDisputed(card)) disputed += 1;
  }
  if (disputed > 0) parts.push(strings.groups.disputed(disputed));
  return { count, note: parts.join(" · ") };
}

type RowOptions = { grouping: Grouping; collapsed: ReadonlySet<string>; columns: number };

/** `placed`: cards by which the list is grouped. */
export function buildRows(
  cards: readonly ToolCard[],
  indices: readonly number[],
  options: RowOptions,
  placed: readonly ToolCard[] = cards,
): RowModel {
  const { grouping, collapsed, columns } = options;
  const rows: Row[] = [];
  const order: number[] = [];
  const addCards = (members: readonly number[], under?: string) => {
    const start = order.length;
    for (const member of members) order.push(member);
    for (let from = start; from < order.length; from += columns) {
      const to = Math.min(from + columns, order.length);
      rows.push(under === undefined ? { kind: "cards", from, to } : { kind: "cards", from, to, under });
    }
  };
  if (grouping === "none") {
    addCards(indices);
    return { rows, order, columns };
  }
  for (const group of groupsOf(placed, indices, grouping)) {
    const { key, label, members } = group;
    const id = `${grouping}:${key}`;
    const isCollapsed = collapsed.has(id);
    const { count, note } = grouping === "behaviour" ? describeBehaviour(group, cards) : { count: members.length, note: group.note };
    rows.push({ kind: "group", key: id, label, note, count, collapsed: isCollapsed });
    if (!isCollapsed) addCards(members, grouping === "toolset" ? id : undefined);
  }
  return { rows, order, columns };
}

/** Index of the row that contains the card at `position` of the order (binary search); -1 if there is none. */
export function rowAt(rows: readonly Row[], position: number): number {
  let low = 0;
  let high = rows.length - 1;
  let found = -1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    let at = middle;
    // Group rows have no position: compare with the next row of cards.
    while (at <= high && rows[at]?.kind === "group") at += 1;
    const row = rows[at];
    if (at > high || row?.kind !== "cards") high = middle - 1;
    else if (position < row.from) high = middle - 1;
    else if (position >= row.to) low = at + 1;
    else {
      found = at;
      break;
    }
  }
  return found;
}

export type Move = "left" | "right" | "up" | "down" | "first" | "last";

/** Target position of a move from `position`. Up and down keep the column across group headers. */
export function moveFrom(model: RowModel, position: number, move: Move): number {
  const last = model.order.length - 1;
  if (last < 0) return -1;
  if (position < 0 || move === "first") return 0;
  if (move === "last") return last;
  if (move === "left") return Math.max(0, position - 1);
  if (move === "right") return Math.min(last, position + 1);
  const step = move === "down" ? 1 : -1;
  const at = rowAt(model.rows, position);
  const here = model.rows[at];
  if (here?.kind !== "cards") return position;
  const column = position - here.from;
  for (let index = at + step; index >= 0 && index < model.rows.length; index += step) {
    const row = model.rows[index];
    if (row?.kind === "cards") return Math.min(row.from + column, row.to - 1);
  }
  return position;
}
