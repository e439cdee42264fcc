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
import { FakeBulk } from "./fake-bulk";
import { FakeStore } from "./fake-store";
import type { Fake } from "./fixtures";
import { catalogOf, detailOf } from "./fixtures";

/** Knows two terms; everything else is text. */
function isFound(fake: Fake, query: string): boolean {
  const words = query.split(" ");
  if (words.includes("is:unreviewed") && fake.review === "reviewed") return false;
  if (words.includes("is:overridden") && Object.keys(fake.decided).length === 0) return false;
  return fake.name.includes(words.filter((word) => !["is:unreviewed", "is:overridden"].includes(word)).join(" "));
}

export function fakeBackend(initial: Fake[]) {
  const store = new FakeStore(initial);
  const bulk = new FakeBulk(store);
  return {
    store,
    bulk,
    previewBulk: vi.fn(bulk.previewBulk),
    decideMany: vi.fn(bulk.decideMany),
    saveFilter: vi.fn(bulk.saveFilter),
    removeFilter: vi.fn(bulk.removeFilter),
    icons: vi.fn(bulk.icons),
    catalog: vi.fn(async () => catalogOf(store.fakes, { revision: store.revision, filters: bulk.filters })),
    tool: vi.fn(async (key: ToolKey) => detailOf(store.find(key))),
    search: vi.fn(
      async ({ query }: { query: string }): Promise<SearchResult> => ({
        revision: store.revision,
        matches: store.fakes.flatMap((f, index) => (isFound(f, query) ? [index] : [])),
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
    toolHistory: vi.fn(async (key: ToolKey) => store.toolHistory(key)),
    history: vi.fn(async (input: HistoryInput) => store.history(input)),
    undo: vi.fn(async ({ entry }: UndoInput) => store.undo(entry)),
    redo: vi.fn(async () => store.redo()),
    environments: vi.fn(async () => ({ current: null, environments: [] })),
    rules: vi.fn(async () => []),
  };
}

export type FakeBackend = ReturnType<typeof fakeBackend>;
