// Unit tests of filtering, grouping, moves and layout.
import { describe, expect, it } from "vitest";
import type { ToolCard } from "../../backend";
import { badgesWrap, columnsFor } from "./layout";
import { buildRows, filterCards, moveFrom, rowAt } from "./row-model";

const card = (name: string, behaviour: ToolCard["behaviour"], server = "demo"): ToolCard => ({
  server,
  name,
  seen: "0",
  title: name,
  description: "",
  badges: [],
  behaviour,
  changed: false,
  decided: false,
  problems: 0,
  findings: 0,
  review: "unreviewed",
  suspended: false,
  conflict: false,
  hints: [],
  reviewedAt: null,
  module: null,
  tokens: 0,
  notes: 0,
  toolsets: [],
  icon: null,
});

const CARDS = [
  card("a", "destructive"),
  card("b", "safe"),
  card("c", "safe", "other"),
  card("d", "modifying"),
  card("e", "safe"),
];
const ALL = { matches: null, server: null, behaviour: "all" } as const;
const rowsOf = (options: Partial<Parameters<typeof buildRows>[2]> = {}, indices = [0, 1, 2, 3, 4]) =>
  buildRows(CARDS, indices, { grouping: "behaviour", collapsed: new Set(), columns: 2, ...options });

describe("filterCards", () => {
  it("keeps all cards without a filter", () => {
    expect(filterCards(CARDS, ALL)).toEqual({
      indices: [0, 1, 2, 3, 4],
      counts: { all: 5, safe: 3, modifying: 1, destructive: 1, unreviewed: 5, finding: 0 },
    });
  });
  it("counts the cards of each chip, also while another chip is active", () => {
    const { indices, counts } = filterCards(CARDS, { ...ALL, behaviour: "modifying" });
    expect(indices).toEqual([3]);
    expect(counts).toEqual({ all: 5, safe: 3, modifying: 1, destructive: 1, unreviewed: 5, finding: 0 });
  });
  it("combines search, server and chip", () => {
    const { indices, counts } = filterCards(CARDS, { matches: [1, 2, 3], server: "demo", behaviour: "safe" });
    expect(indices).toEqual([1]);
    expect(counts).toEqual({ all: 2, safe: 1, modifying: 1, destructive: 0, unreviewed: 2, finding: 0 });
  });
  it("keeps the order of the matches, best first", () => {
    expect(filterCards(CARDS, { ...ALL, matches: [4, 0, 2] }).indices).toEqual([4, 0, 2]);
  });
  it("counts new and changed tools as unreviewed", () => {
    const cards = [card("a", "safe"), { ...card("b", "safe"), review: "reviewed" as const }, { ...card("c", "safe"), review: "drifted" as const }];
    expect(filterCards(cards, ALL).counts.unreviewed).toBe(2);
  });
  it("ignores matches that are no longer in the catalog", () => {
    expect(filterCards(CARDS, { ...ALL, matches: [4, 99] }).indices).toEqual([4]);
  });
});

describe("buildRows", () => {
  it("counts an edited card where it belongs, and names its group, while it keeps its place", () => {
    const cards = CARDS.with(3, card("d", "destructive"));
    const { rows, order } = buildRows(cards, [0, 1, 2, 3, 4], { grouping: "behaviour", collapsed: new Set(), columns: 9 }, CARDS);
    const { counts } = filterCards(cards, ALL, CARDS);
    expect(order).toEqual([1, 2, 4, 3, 0]);
    expect(rows.filter((row) => row.kind === "group").map(({ label, count, note }) => [label, count, note])).toEqual([
      ["Safe", counts.safe, "only read data"],
      ["Modifying", counts.modifying, "add or change data, delete nothing · the edited tool is now Destructive and moves there when you select another tool"],
      ["Destructive", 1, "can delete or overwrite data"],
    ]);
    expect(counts).toMatchObject({ safe: 3, modifying: 0, destructive: 2 });
  });
  it("counts the disputed tools, whose badge is Read-only, in the note of their group", () => {
    const cards = CARDS.with(3, { ...card("d", "modifying"), badges: [{ kind: "readOnly", mark: "decided" }] });
    const { rows } = buildRows(cards, [1, 3], { grouping: "behaviour", collapsed: new Set(), columns: 9 });
    expect(rows.find((row) => row.kind === "group" && row.label === "Modifying")).toMatchObject({
      count: 1,
      note: "add or change data, delete nothing · 1 disputed",
    });
  });
  it("groups by behaviour in the order safe, modifying, destructive", () => {
    const { rows, order } = rowsOf();
    expect(order).toEqual([1, 2, 4, 3, 0]);
    expect(rows.map((row) => (row.kind === "group" ? `${row.label} ${row.count}` : [row.from, row.to]))).toEqual([
      "Safe 3",
      [0, 2],
      [2, 3],
      "Modifying 1",
      [3, 4],
      "Destructive 1",
      [4, 5],
    ]);
  });
  it("omits groups without cards", () => {
    expect(rowsOf({}, [3]).rows.filter((row) => row.kind === "group").map((row) => row.label)).toEqual(["Modifying"]);
  });
  it("has no cards of a collapsed group, and keeps its count", () => {
    const { rows, order } = rowsOf({ collapsed: new Set(["behaviour:safe"]) });
    expect(order).toEqual([3, 0]);
    expect(rows[0]).toMatchObject({ label: "Safe", count: 3, collapsed: true });
  });
  it("groups by server", () => {
    const { rows } = rowsOf({ grouping: "server" });
    expect(rows.filter((row) => row.kind === "group").map((row) => `${row.label} ${row.count}`)).toEqual([
      "demo 4",
      "other 1",
    ]);
  });
  it("groups by module, with tools without a module at the end", () => {
    const cards = [card("x", "safe"), { ...card("n1", "safe"), module: "notes" }, { ...card("b", "safe"), module: "boards" }, { ...card("n2", "safe"), module: "notes" }];
    const { rows, order } = buildRows(cards, [3, 2, 0, 1], { grouping: "module", collapsed: new Set(), columns: 1 });
    expect(rows.filter((row) => row.kind === "group").map((row) => `${row.label} ${row.count}`)).toEqual(["notes 2", "boards 1", "Other 1"]);
    expect(order).toEqual([3, 1, 2, 0]);
  });
  it("keeps the order of the matches inside groups, and the order of the groups", () => {
    expect(rowsOf({}, [4, 0, 2, 3, 1]).order).toEqual([4, 2, 1, 3, 0]);
    expect(rowsOf({ grouping: "none" }, [4, 0, 2]).order).toEqual([4, 0, 2]);
    const byServer = rowsOf({ grouping: "server" }, [2, 4, 1]);
    expect(byServer.order).toEqual([4, 1, 2]);
  });
  it("has no headers without grouping", () => {
    const { rows, order } = rowsOf({ grouping: "none" });
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(rows).toHaveLength(3);
  });
});

describe("moving", () => {
  const model = rowsOf(); // Safe: [0 1] [2], Modifying: [3], Destructive: [4]
  it("finds the row of every position", () => {
    expect([0, 1, 2, 3, 4].map((position) => rowAt(model.rows, position))).toEqual([1, 1, 2, 4, 6]);
    expect(rowAt(model.rows, 5)).toBe(-1);
  });
  it.each([
    [0, "right", 1],
    [1, "right", 2],
    [4, "right", 4],
    [0, "left", 0],
    [0, "down", 2],
    [1, "down", 2],
    [2, "down", 3],
    [3, "up", 2],
    [2, "up", 0],
    [2, "first", 0],
    [2, "last", 4],
    [-1, "down", 0],
  ] as const)("from %i %s to %i", (from, move, to) => {
    expect(moveFrom(model, from, move)).toBe(to);
  });
  it("has no target in an empty catalog", () => {
    expect(moveFrom(rowsOf({}, []), -1, "down")).toBe(-1);
  });
});

describe("layout", () => {
  it.each([
    [792, 772, 3],
    [472, 552, 2],
    [1272, 952, 5],
    [200, 700, 1],
  ])("%i × %i fits %i columns", (width, height, columns) => {
    expect(columnsFor(width, height, 3)).toBe(columns);
  });
  it("makes cards wider instead of more numerous on very large windows", () => {
    const rows = Math.ceil(2072 / 132);
    expect(columnsFor(3192, 2072, 3) * rows).toBeLessThanOrEqual(66);
  });
  it("detects when badges need a second line", () => {
    const three = [
      { kind: "destructive", mark: "assumed" },
      { kind: "idempotent", mark: "assumed" },
      { kind: "openWorld", mark: "assumed" },
    ] as const;
    expect(badgesWrap(three, 260)).toBe(true);
    expect(badgesWrap(three, 320)).toBe(false);
    expect(badgesWrap(three.slice(0, 2), 260)).toBe(false);
  });
});

describe("groups by toolset", () => {
  const inSets = (at: number, ...toolsets: string[]): ToolCard => ({ ...(CARDS[at] as ToolCard), toolsets });
  const cards = [inSets(0, "daily", "work"), inSets(1), inSets(2, "work"), inSets(3, "daily"), inSets(4)];
  const grouped = (collapsed: string[] = [], indices = [0, 1, 2, 3, 4]) =>
    buildRows(cards, indices, { grouping: "toolset", collapsed: new Set(collapsed), columns: 1 });

  it("lists a tool in each of its toolsets, and the rest at the end", () => {
    const { rows, order } = grouped();
    expect(rows.filter((row) => row.kind === "group").map(({ key, label, count }) => [key, label, count])).toEqual([
      ["toolset:daily", "daily", 2],
      ["toolset:work", "work", 2],
      ["toolset:", "Not in any toolset", 2],
    ]);
    expect(order).toEqual([0, 3, 0, 2, 1, 4]);
  });
  it("distinguishes the rows of one tool", () => {
    const { rows, order } = grouped();
    const keys = rows.flatMap((row) => (row.kind === "cards" ? [`${row.under} ${order[row.from]}`] : []));
    expect(new Set(keys).size).toBe(6);
  });
  it("keeps the order of the toolsets during a search", () => {
    expect(grouped([], [2, 1, 0]).order).toEqual([0, 2, 0, 1]);
  });
  it("collapses one group without the other occurrences of its tools", () => {
    expect(grouped(["toolset:daily"]).order).toEqual([0, 2, 1, 4]);
  });
  it("moves through every occurrence", () => {
    const model = grouped();
    expect([0, 1, 2, 3, 4].map((position) => moveFrom(model, position, "down"))).toEqual([1, 2, 3, 4, 5]);
  });
});
