// Groups, search and choice of the operations of a document.
import { describe, expect, it } from "vitest";
import type { OperationView } from "../../backend";
import type { TreeRow } from "./operation-list";
import { checkState, choiceOf, findOperations, foundGroups, groupByTag, growingTags, indicesOf, isRead, searchTexts, visibleRows, withChoice, withElements } from "./operation-list";

const operation = (name: string, tags: string[], over: Partial<OperationView> = {}): OperationView => ({
  name,
  method: "GET",
  path: `/${name}`,
  tags,
  title: null,
  deprecated: false,
  chosen: false,
  ...over,
});
const OPERATIONS = [
  operation("list_pets", ["pets"], { chosen: true }),
  operation("add_pet", ["pets", "admin"], { method: "POST", title: "Buy a pet" }),
  operation("get_stats", [], { method: "HEAD" }),
  operation("ban", ["admin"], { method: "DELETE", path: "/users/{id}" }),
];
const GROUPS = groupByTag(OPERATIONS);
const browsing = { total: OPERATIONS.length, isSearch: false, toggled: new Set<string | null>() };
const shortly = (row: TreeRow) => (row.kind === "group" ? `${row.group.tag} ${row.isOpen ? "open" : "closed"}` : `${row.index} (${row.at + 1} of ${row.of})`);

describe("groups", () => {
  it("have the order of their tags, with an operation under each of its tags, and those without a tag last", () => {
    expect(GROUPS).toEqual([
      { tag: "admin", members: [1, 3] },
      { tag: "pets", members: [0, 1] },
      { tag: null, members: [2] },
    ]);
    expect(groupByTag([operation("twice", ["a", "a"])])).toEqual([{ tag: "a", members: [0] }]);
  });

  it("of a small document are open", () => {
    expect(visibleRows(GROUPS, browsing).map(shortly)).toEqual(["admin open", "1 (1 of 2)", "3 (2 of 2)", "pets open", "0 (1 of 2)", "1 (2 of 2)", "null open", "2 (1 of 1)"]);
    expect(visibleRows(GROUPS, { ...browsing, toggled: new Set(["admin", null]) }).map(shortly)).toEqual(["admin closed", "pets open", "0 (1 of 2)", "1 (2 of 2)", "null closed"]);
  });

  it("of a document with more than 100 operations are closed, except in a search", () => {
    expect(visibleRows(GROUPS, { ...browsing, total: 101 }).map(shortly)).toEqual(["admin closed", "pets closed", "null closed"]);
    expect(visibleRows(GROUPS, { ...browsing, total: 101, toggled: new Set([null]) }).map(shortly)).toEqual(["admin closed", "pets closed", "null open", "2 (1 of 1)"]);
    expect(visibleRows(GROUPS, { ...browsing, total: 101, isSearch: true })).toHaveLength(8);
  });
});

describe("a search", () => {
  const found = (query: string) => findOperations(searchTexts(OPERATIONS), query);

  it.each([
    ["list_", [0]],
    ["PETS", [0, 1]],
    ["buy", [1]],
    ["users/", [3]],
    ["delete", [3]],
    ["admin pet", [1]],
    ["nothing", []],
  ])("for %s finds %j", (query, indices) => {
    expect([...(found(query) ?? [])]).toEqual(indices);
  });

  it("without words shows everything", () => {
    expect(found("  ")).toBeNull();
    expect(foundGroups(GROUPS, null)).toBe(GROUPS);
  });

  it("leaves the groups with a match", () => {
    expect(foundGroups(GROUPS, new Set([1]))).toEqual([
      { tag: "admin", members: [1] },
      { tag: "pets", members: [1] },
    ]);
  });
});

describe("the choice", () => {
  it("is that of the document, and is sent back with every operation", () => {
    expect([...choiceOf(OPERATIONS)]).toEqual([0]);
    expect(withChoice(OPERATIONS, new Set([3])).map(({ chosen }) => chosen)).toEqual([false, false, false, true]);
  });

  it.each([
    [[], false],
    [[1], "mixed"],
    [[1, 3, 0], true],
  ])("of %j makes the group %s", (chosen, state) => {
    expect(checkState([1, 3], new Set(chosen))).toBe(state);
  });

  it("gains and loses operations", () => {
    const choice = new Set([0, 1]);
    expect([...withElements(choice, [1, 2], true)]).toEqual([0, 1, 2]);
    expect([...withElements(choice, [1, 2], false)]).toEqual([0]);
    expect([...choice]).toEqual([0, 1]);
  });

  it("of reads has the operations with the methods GET and HEAD", () => {
    expect(indicesOf(OPERATIONS, isRead)).toEqual([0, 2]);
  });
});

describe("tags whose new operations become tools", () => {
  const growing = (...chosen: number[]) => [...growingTags(GROUPS, OPERATIONS, new Set(chosen))];

  it("are those of which every operation is chosen", () => {
    expect(growing(0, 2)).toEqual([]);
    expect(growing(0, 1)).toEqual(["pets"]);
    expect(growing(1, 3)).toEqual(["admin"]);
  });

  it("exclude a tag whose operations all have an earlier tag that is chosen as a whole", () => {
    const operations = [operation("a", ["first", "second"]), operation("b", ["first"]), operation("c", [])];
    expect([...growingTags(groupByTag(operations), operations, new Set([0, 1]))]).toEqual(["first"]);
  });

  it("exclude a tag that would be a pattern", () => {
    const operations = [operation("a", ["a*"]), operation("b", [])];
    expect([...growingTags(groupByTag(operations), operations, new Set([0]))]).toEqual([]);
  });
});
