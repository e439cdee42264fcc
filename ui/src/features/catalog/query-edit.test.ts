// Unit tests of accepting suggestions and correcting terms, by UTF-16 positions.
import { describe, expect, it } from "vitest";
import { correctTerm, acceptCompletion, rebase } from "./query-edit";

describe("accepting a suggestion", () => {
  const take = (query: string, start: number, end: number, text: string) =>
    acceptCompletion(query, { replace: { start, end }, text, description: "" });

  it("puts the cursor after a key, and adds a space after a value", () => {
    expect(take("i", 0, 1, "is:")).toEqual({ query: "is:", cursor: 3 });
    expect(take("is:inf", 0, 6, "is:inferred")).toEqual({ query: "is:inferred ", cursor: 12 });
  });
  it("replaces only its term, and adds no second space", () => {
    expect(take("a is:x b", 2, 6, "is:new")).toEqual({ query: "a is:new b", cursor: 8 });
  });
  it("counts in UTF-16 units, also after an emoji", () => {
    expect(take("🗑 i", 3, 4, "is:")).toEqual({ query: "🗑 is:", cursor: 6 });
  });
});

describe("suggestions for an earlier query", () => {
  const completion = (text: string, start: number, end: number) => ({ text, description: "", replace: { start, end } });

  it("replace the letters typed since, and are dropped if they no longer match", () => {
    const list = [completion("is:", 2, 3), completion("hint:", 2, 3)];
    expect(rebase(list, { query: "x i y", cursor: 3 }, "x is y")).toEqual([completion("is:", 2, 4)]);
    expect(rebase(list, { query: "x i y", cursor: 3 }, "x i y")).toBe(list);
    expect(rebase(list, { query: "x i y", cursor: 3 }, "z is y")).toEqual([]);
    expect(rebase(list, { query: "x i", cursor: 3 }, "x i s")).toEqual([]);
  });
});

describe("correcting a term", () => {
  const problem = (term: string, suggestion: string | null) => ({ term, message: "", suggestion });

  it("replaces whole words only", () => {
    expect(correctTerm("xis:foo is:foo note", problem("is:foo", "is:new"))).toBe("xis:foo is:new note");
    expect(correctTerm('-is:"foo', problem('-is:"foo', '-is:"foo"'))).toBe('-is:"foo"');
  });
  it("leaves the query unchanged if it no longer contains the term, or without a suggestion", () => {
    expect(correctTerm("note", problem("is:foo", "is:new"))).toBe("note");
    expect(correctTerm("is:foo", problem("is:foo", null))).toBe("is:foo");
  });
});
