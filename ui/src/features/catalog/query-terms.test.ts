// Unit tests of the chips of a query, by UTF-16 positions.
import { describe, expect, it } from "vitest";
import { chipsEnd, chipsOf, hasTerm, settle, toggleTerm, withoutChip } from "./query-terms";

const chips = (query: string) => chipsOf(query, chipsEnd(query)).map((chip) => chip.text);
const text = (query: string) => query.slice(chipsEnd(query));

describe("chips", () => {
  it.each([
    ["is:inferred note", ["is:inferred"], "note"],
    ["is:inferred", [], "is:inferred"],
    ["is: note", [], "is: note"],
    ["-has:note  server:demo ", ["-has:note", "server:demo"], ""],
    ['server:"two words" x', ['server:"two words"'], "x"],
    ["http://x note", [], "http://x note"],
    ["note is:inferred ", [], "note is:inferred "],
    ['server:"open ', [], 'server:"open '],
  ])("of %j are %j, and the rest is free text", (query, expected, rest) => {
    expect(chips(query)).toEqual(expected);
    expect(text(query)).toBe(rest);
  });

  it("move out of the text once they are complete, and the cursor stays in its word", () => {
    expect(settle("note is:new ", 12)).toEqual({ query: "is:new note ", end: 7, cursor: 12 });
    expect(settle("is:new note", 9)).toEqual({ query: "is:new note", end: 7, cursor: 9 });
    expect(settle("a is:new b", 0)).toEqual({ query: "is:new a b", end: 7, cursor: 7 });
  });
  it("do not include a word that is being typed", () => {
    expect(settle("is:ne note", 5)).toEqual({ query: "is:ne note", end: 0, cursor: 5 });
  });
  it("are removed with their space", () => {
    const query = "is:new hint:destructive note";
    const [first, second] = chipsOf(query, chipsEnd(query));
    expect(first && withoutChip(query, first)).toBe("hint:destructive note");
    expect(second && withoutChip(query, second)).toBe("is:new note");
  });
});

describe("toggling a term", () => {
  it("adds it before the text and removes it", () => {
    expect(toggleTerm("note", "is:unreviewed")).toBe("is:unreviewed note");
    expect(toggleTerm("note IS:unreviewed x", "is:unreviewed")).toBe("note x");
    expect(hasTerm("xis:unreviewed", "is:unreviewed")).toBe(false);
  });
});
