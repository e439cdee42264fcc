// A backend for tests: the invented tools behind the same functions, with every call on record.
import { vi } from "vitest";
import type {
  AcceptInput,
  DecideInput,
  HistoryInput,
  MoveInput,
  SearchResult,
  ToolKey,
  UndoInput,
} from "../src/backend/bindings";
import { FakeStore } from "./fake-store";
import type { Fake } from "./fixtures";
import { catalogOf, detailOf } from "./fixtures";

export function fakeBackend(initial: Fake[]) {
  const store = new FakeStore(initial);
  return {
    store,
    catalog: vi.fn(async () => catalogOf(store.fakes, { revision: store.revision })),
    tool: vi.fn(async (key: ToolKey) => detailOf(store.find(key))),
    search: vi.fn(
      async ({ query }: { query: string }): Promise<SearchResult> => ({
        revision: store.revision,
        matches: store.fakes.flatMap((f, index) => (f.name.includes(query) ? [index] : [])),
        problems: query
          .split(" ")
          .filter((word) => word === "is:foo")
          .map((term) => ({ term, message: "there is no such state", suggestion: "is:new" })),
      }),
    ),
    completions: vi.fn(async () => []),
    decide: vi.fn(async (input: DecideInput) => store.decide(input)),
    accept: vi.fn(async (input: AcceptInput) => store.accept(input)),
    acceptAgreeing: vi.fn(async () => store.acceptAgreeing()),
    reopenReview: vi.fn(async (key: ToolKey) => store.reopen(key)),
    moveDecisions: vi.fn(async (input: MoveInput) => store.move(input)),
    reviewQueue: vi.fn(async () => store.queue()),
    history: vi.fn(async (input: HistoryInput) => store.history(input)),
    undo: vi.fn(async ({ entry }: UndoInput) => store.undo(entry)),
    redo: vi.fn(async () => store.redo()),
    environments: vi.fn(async () => ({ current: null, environments: [] })),
    rules: vi.fn(async () => []),
  };
}

export type FakeBackend = ReturnType<typeof fakeBackend>;
