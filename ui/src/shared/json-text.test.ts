// JSON parser: source ranges, error messages, and very deep and long input.
import { describe, expect, it } from "vitest";
import type { JsonNode } from "./json-text";
import { formatSyntaxError, readJson, unquoted } from "./json-text";

function rootOf(text: string): JsonNode {
  const read = readJson(text);
  if (!read.ok) throw new Error(formatSyntaxError(read.misread));
  return read.root;
}
const errorOf = (text: string): string => {
  const read = readJson(text);
  return read.ok ? "read" : formatSyntaxError(read.misread);
};

describe("JSON as text", () => {
  it("keeps every value as written", () => {
    const text = String.raw` { "a" : 12345678901234567890, "\u0062":[1.0, -0e+2 ,true,null ,{}], "a":"x\"y" } `;
    const root = rootOf(text);
    expect(root.children.map(({ key, start, end }) => [key, text.slice(start, end)])).toEqual([
      ['"a"', "12345678901234567890"],
      [String.raw`"\u0062"`, "[1.0, -0e+2 ,true,null ,{}]"],
      ['"a"', String.raw`"x\"y"`],
    ]);
    expect(root.children[1]?.children.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ["number", "1.0"],
      ["number", "-0e+2"],
      ["word", "true"],
      ["word", "null"],
      ["object", "{}"],
    ]);
    expect(unquoted(root.children[1]?.key ?? "")).toBe("b");
  });

  it.each([
    ["", "Line 1, column 1: expected a value, but the text ends here"],
    ['{"a":1,}', "Line 1, column 8: expected a property name in double quotes"],
    ['{\n  "a" 1}', "Line 2, column 7: expected a colon"],
    ["[1 2]", "Line 1, column 4: expected a comma or ]"],
    ["[1", "Line 1, column 3: expected a comma or ]"],
    ["[01]", "Line 1, column 3: expected a comma or ]"],
    ['"abc', "Line 1, column 1: unterminated string"],
    [String.raw`["\x"]`, "Line 1, column 3: invalid escape sequence"],
    ['"a\nb"', "Line 1, column 3: a line break or tab in a string must be escaped as \\n or \\t"],
    ["{}\n{}", "Line 2, column 1: unexpected text after the value"],
    ["NaN", "Line 1, column 1: expected a value"],
    ["{a:1}", "Line 1, column 2: expected a property name in double quotes"],
  ])("reports line and column of the error in %j", (text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  it("accepts and rejects the same texts as JSON.parse", () => {
    for (const text of ["1", "-1", "+1", "1.", ".5", "1e5", "1e", "tru", "[]", "[,]", "{}", '{"a":}', "\u00a0{}", '"\\u12g4"', '"\\u1234"']) {
      const parses = (() => {
        try {
          JSON.parse(text);
          return true;
        } catch {
          return false;
        }
      })();
      expect([text, readJson(text).ok]).toEqual([text, parses]);
    }
  });

  it("parses any depth and length", () => {
    const deep = rootOf("[".repeat(100_000) + "]".repeat(100_000));
    expect(deep.end).toBe(200_000);
    expect(errorOf("[".repeat(100_000))).toContain("column 100,001");
    const long = JSON.stringify({ text: 'x"\\'.repeat(400_000) });
    expect(rootOf(long).end).toBe(long.length);
  });
});
