// The catalog's layout outlives the window, and whatever stands in its storage is read with care.
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { saveLayout, savedLayout } from "./catalog-layout";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
});
afterAll(() => vi.unstubAllGlobals());

const usual = { grouping: "behaviour", layout: "cards", sort: null };

it("gives back what was kept", () => {
  const kept = { grouping: "module", layout: "table", sort: { by: "tokens", descending: true } } as const;
  saveLayout(kept);
  expect(savedLayout()).toEqual(kept);
});

it.each([
  ["nothing", null, usual],
  ["no JSON", "{", usual],
  ["another shape", "[1]", usual],
  ["unknown words", '{"grouping":"moon","layout":7,"sort":{"by":"colour"}}', usual],
  ["half of it", '{"layout":"table","sort":{"by":"title","descending":"yes"}}', { ...usual, layout: "table", sort: { by: "title", descending: false } }],
])("reads %s as far as it makes sense", (_, stored, expected) => {
  if (stored !== null) localStorage.setItem("hintsmith.layout", stored);
  expect(savedLayout()).toEqual(expected);
});
