// Alignment of two texts side by side.
import { describe, expect, it } from "vitest";
import { alignLines } from "./align-lines";

type Run = [before: number, after: number, count: number];

const rows = (before: string, after: string, runs: Run[]) => {
  const equal = runs.map(([from, to, count]) => ({ before: from, after: to, count }));
  const aligned = alignLines(before.replaceAll(" ", "\n"), after.replaceAll(" ", "\n"), equal);
  const mark = { same: "=", add: "+", remove: "-", gap: "_" };
  const line = (lines: typeof aligned.before) => lines.map(({ sign, text }) => `${mark[sign]}${text}`).join(" ");
  return [line(aligned.before), line(aligned.after)];
};

describe("two texts side by side", () => {
  it.each<[string, string, Run[], string, string]>([
    ["a b c", "a b c", [[0, 0, 3]], "=a =b =c", "=a =b =c"],
    ["a b c", "a x c", [[0, 0, 1], [2, 2, 1]], "=a -b =c", "=a +x =c"],
    ["a c", "a b c", [[0, 0, 1], [1, 2, 1]], "=a _ =c", "=a +b =c"],
    ["a b c", "a c", [[0, 0, 1], [2, 1, 1]], "=a -b =c", "=a _ =c"],
    ["a b", "c d e", [], "-a -b _", "+c +d +e"],
  ])("%s | %s", (before, after, runs, left, right) => {
    expect(rows(before, after, runs)).toEqual([left, right]);
  });
});
