import { expect, it } from "vitest";
import type { DiffLine } from "../../backend";
import { nearChanges } from "./near-changes";

const same = (count: number): DiffLine[] => Array.from({ length: count }, (_, at) => ({ sign: "same", text: `${at}` }));
const textOf = (lines: readonly DiffLine[]) => lines.map(({ text }) => text).join(" ");

it("keeps four lines around each change and marks what it omits", () => {
  const change: DiffLine = { sign: "add", text: "x" };
  expect(textOf(nearChanges([...same(6), change, ...same(10), change, ...same(3)]))).toBe("⋯ 2 3 4 5 x 0 1 2 3 ⋯ 6 7 8 9 x 0 1 2");
  expect(textOf(nearChanges([change, ...same(2)]))).toBe("x 0 1");
  expect(nearChanges([])).toEqual([]);
});
