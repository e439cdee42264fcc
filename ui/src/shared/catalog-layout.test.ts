// Persistence of the catalog layout, and validation of stored values.
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

const defaults = { grouping: "behaviour", layout: "cards", sort: null };

it("restores the saved layout", () => {
  const layout = { grouping: "module", layout: "table", sort: { by: "tokens", descending: true } } as const;
  saveLayout(layout);
  expect(savedLayout()).toEqual(layout);
});

it.each([
  ["nothing", null, defaults],
  ["no JSON", "{", defaults],
  ["another shape", "[1]", defaults],
  ["unknown values", '{"grouping":"moon","layout":7,"sort":{"by":"colour"}}', defaults],
  ["a part of it", '{"layout":"table","sort":{"by":"title","descending":"yes"}}', { ...defaults, layout: "table", sort: { by: "title", descending: false } }],
])("restores the valid parts of %s", (_, stored, expected) => {
  if (stored !== null) localStorage.setItem("hintsmith.layout", stored);
  expect(savedLayout()).toEqual(expected);
});
