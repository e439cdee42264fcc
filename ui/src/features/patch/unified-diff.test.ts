// Parsing of unified diffs.
import { expect, it } from "vitest";
import { countChanges, parseUnifiedDiff } from "./unified-diff";

const HEADER = "--- a/server.py\n+++ b/server.py\n";
const parse = (hunks: string) => parseUnifiedDiff(`${HEADER}${hunks}`);

it("has the lines of each hunk after its line number, without the header", () => {
  expect(parse("@@ -3,2 +3,3 @@\n a\n-b\n+c\n+d\n@@ -9 +10 @@\n-x\n+y\n")).toEqual([
    { sign: "gap", text: "Line 3" },
    { sign: "same", text: "a" },
    { sign: "remove", text: "b" },
    { sign: "add", text: "c" },
    { sign: "add", text: "d" },
    { sign: "gap", text: "Line 10" },
    { sign: "remove", text: "x" },
    { sign: "add", text: "y" },
  ]);
});

it("keeps lines that look like a header or like the start of a hunk", () => {
  expect(parse("@@ -1,2 +1,2 @@\n--- old\n-@@ -1 +1 @@\n+++ new\n+@@ -2 +2 @@\n").slice(1)).toEqual([
    { sign: "remove", text: "-- old" },
    { sign: "remove", text: "@@ -1 +1 @@" },
    { sign: "add", text: "++ new" },
    { sign: "add", text: "@@ -2 +2 @@" },
  ]);
});

it("shows carriage returns only where lines differ in them", () => {
  expect(parse("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n").slice(1).map(({ text }) => text)).toEqual(["a", "b", "c"]);
  expect(parse("@@ -1,2 +1,2 @@\n a\n-b\r\n+c\n").slice(1).map(({ text }) => text)).toEqual(["a", "b\r", "c"]);
});

it("ignores the remark about a missing newline", () => {
  const lines = parse("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n");
  expect(lines).toHaveLength(3);
  expect(countChanges(lines)).toEqual({ added: 1, removed: 1 });
});

it("of nothing has no lines", () => expect(parseUnifiedDiff("")).toEqual([]));
