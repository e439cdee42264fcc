// Unit tests of sorting.
import { describe, expect, it } from "vitest";
import { recordedBackend } from "../../../test/recorded-backend";
import type { ToolCard } from "../../backend";
import { nextSort, sortIndices } from "./sort";

const base = (await recordedBackend("catalog").catalog()).cards[0] as ToolCard;
const hints = (value: boolean | null) => base.hints.map((cell) => ({ ...cell, value }));
const CARDS = [
  { ...base, title: "Note 10", name: "b", tokens: 30, reviewedAt: null, hints: hints(null) },
  { ...base, title: "note 2", name: "a", tokens: 10, reviewedAt: "2026-09-12T09:30:00Z", hints: hints(false) },
  { ...base, title: "Album", name: "c", tokens: 30, reviewedAt: "2026-09-10T09:30:00Z", hints: hints(true) },
];
const sorted = (by: Parameters<typeof nextSort>[1], descending = false, indices = [0, 1, 2]) =>
  sortIndices(CARDS, indices, { by, descending });

describe("sorting", () => {
  it("keeps the order without a sort", () => {
    expect(sortIndices(CARDS, [2, 0], null)).toEqual([2, 0]);
  });
  it("compares numbers in titles as numbers, and ignores case", () => {
    expect(sorted("title")).toEqual([2, 1, 0]);
    expect(sorted("title", true)).toEqual([0, 1, 2]);
  });
  it("is stable in both directions", () => {
    expect(sorted("tokens", true, [2, 1, 0])).toEqual([2, 0, 1]);
    expect(sorted("tokens", false, [2, 1, 0])).toEqual([1, 2, 0]);
  });
  it("puts Yes before No, and cards without a value last in both directions", () => {
    expect(sorted("readOnly")).toEqual([2, 1, 0]);
    expect(sorted("readOnly", true)).toEqual([1, 2, 0]);
    expect(sorted("reviewed")).toEqual([2, 1, 0]);
    expect(sorted("reviewed", true)).toEqual([1, 2, 0]);
  });
  it("cycles ascending, descending and off", () => {
    expect(nextSort(null, "title")).toEqual({ by: "title", descending: false });
    expect(nextSort({ by: "title", descending: false }, "title")).toEqual({ by: "title", descending: true });
    expect(nextSort({ by: "title", descending: true }, "title")).toBeNull();
    expect(nextSort({ by: "title", descending: true }, "name")).toEqual({ by: "name", descending: false });
  });
});
