// A backend for tests: the invented tools behind the same functions, with every call on record.
import { vi } from "vitest";
import type { DecideHintInput, DecideTitleInput, ToolChange, ToolKey } from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";
import type { Fake } from "./fixtures";
import { catalogOf, detailOf } from "./fixtures";

export function fakeBackend(initial: Fake[]) {
  let fakes = initial;
  let revision = 1;
  const find = (key: ToolKey): Fake => {
    const fake = fakes.find((f) => f.server === key.server && f.name === key.tool);
    if (!fake) throw new BackendError("notFound", "no such tool", "Read the server again.");
    return fake;
  };
  const replace = (old: Fake, next: Fake): ToolChange => {
    fakes = fakes.map((f) => (f === old ? next : f));
    revision += 1;
    const count = fakes.filter((f) => f.changed).length;
    return { revision, detail: detailOf(next), changes: { count, lastExport: null } };
  };
  return {
    catalog: vi.fn(async () => catalogOf(fakes, { revision })),
    tool: vi.fn(async (key: ToolKey) => detailOf(find(key))),
    search: vi.fn(async ({ query }: { query: string }) => ({
      revision,
      matches: fakes.flatMap((f, index) => (f.name.includes(query) ? [index] : [])),
      unknown: query.split(" ").filter((word) => word === "is:foo"),
    })),
    decideHint: vi.fn(async ({ hint, value, ...key }: DecideHintInput) => {
      const old = find(key);
      const { [hint]: _was, ...rest } = old.decided;
      return replace(old, { ...old, changed: true, decided: value === null ? rest : { ...rest, [hint]: value } });
    }),
    decideTitle: vi.fn(async ({ title, ...key }: DecideTitleInput) => {
      const old = find(key);
      return replace(old, { ...old, changed: true, titleDecided: title });
    }),
  };
}

export type FakeBackend = ReturnType<typeof fakeBackend>;
