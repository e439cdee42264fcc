// A backend for tests: the invented tools behind the same functions, with every call on record.
import { vi } from "vitest";
import type {
  RemoveFromToolset,
  AddToToolset,
  AcceptInput,
  AnswerInput,
  DecideInput,
  HistoryInput,
  ModeInput,
  MoveInput,
  SearchResult,
  ToolKey,
  UndoInput,
} from "../src/backend/bindings";
import { FakeApprovals } from "./fake-approvals";
import { FakeBulk } from "./fake-bulk";
import { FakeNotes } from "./fake-notes";
import { FakeRunner } from "./fake-runner";
import { FakeStore } from "./fake-store";
import { FakeToolsets } from "./fake-toolsets";
import type { Fake } from "./fixtures";
import { catalogOf, detailOf } from "./fixtures";
import { noteActs } from "./note-acts";

const TERMS = /^(is:unreviewed|is:overridden|toolset:.*)$/;

/** Knows three terms; everything else is text. */
function isFound(fake: Fake, query: string, toolsets: FakeToolsets): boolean {
  const words = query.split(" ");
  const named = words.find((word) => word.startsWith("toolset:"))?.slice("toolset:".length);
  const inIt = (name: string) => toolsets.list.find((set) => set.name === name)?.references.includes(`${fake.server}.${fake.name}`);
  if (named !== undefined && !inIt(named)) return false;
  if (words.includes("is:unreviewed") && fake.review === "reviewed") return false;
  if (words.includes("is:overridden") && Object.keys(fake.decided).length === 0) return false;
  return fake.name.includes(words.filter((word) => !TERMS.test(word)).join(" ").trim());
}

export function fakeBackend(initial: Fake[]) {
  const store = new FakeStore(initial);
  const bulk = new FakeBulk(store);
  const notes = new FakeNotes(store);
  const asked = new FakeApprovals(store);
  const running = new FakeRunner(store);
  const toolsets = new FakeToolsets(store);
  toolsets.also = () => notes.toolsets;
  const matchesOf = (query: string) => store.fakes.flatMap((f, index) => (isFound(f, query, toolsets) ? [index] : []));
  toolsets.search = matchesOf;
  return {
    store,
    bulk,
    notes,
    asked,
    approvals: vi.fn(async () => asked.approvals()),
    answerApproval: vi.fn(async (input: AnswerInput) => asked.answerApproval(input)),
    setMode: vi.fn(async (input: ModeInput) => asked.setMode(input)),
    running,
    runner: vi.fn(running.runner),
    checkArguments: vi.fn(running.checkArguments),
    runTool: vi.fn(running.runTool),
    cancelRun: vi.fn(running.cancelRun),
    callTwice: vi.fn(running.callTwice),
    saveCall: vi.fn(running.saveCall),
    removeSavedCall: vi.fn(running.removeSavedCall),
    forgetRecentCalls: vi.fn(running.forgetRecentCalls),
    removeObservation: vi.fn(running.removeObservation),
    ...noteActs(notes),
    toolsets,
    toolsetView: vi.fn(toolsets.toolset),
    buildToolset: vi.fn(toolsets.buildToolset),
    addToToolset: vi.fn(async (input: AddToToolset) => (toolsets.has(input.name) ? toolsets : notes).addToToolset(input)),
    removeFromToolset: vi.fn(async (input: RemoveFromToolset) => (toolsets.has(input.name) ? toolsets : notes).removeFromToolset(input)),
    renameToolset: vi.fn(toolsets.renameToolset),
    copyToolset: vi.fn(toolsets.copyToolset),
    describeToolset: vi.fn(toolsets.describeToolset),
    deleteToolset: vi.fn(toolsets.deleteToolset),
    activateToolset: vi.fn(toolsets.activateToolset),
    renderToolsetFile: vi.fn(toolsets.renderToolsetFile),
    writeToolsetFile: vi.fn(toolsets.writeToolsetFile),
    previewToolsetImport: vi.fn(toolsets.previewToolsetImport),
    importToolsets: vi.fn(toolsets.importToolsets),
    previewBulk: vi.fn(bulk.previewBulk),
    decideMany: vi.fn(bulk.decideMany),
    saveFilter: vi.fn(bulk.saveFilter),
    removeFilter: vi.fn(bulk.removeFilter),
    icons: vi.fn(bulk.icons),
    catalog: vi.fn(async () => {
      const catalog = catalogOf(store.fakes, { revision: store.revision, filters: bulk.filters });
      return { ...catalog, ...toolsets.shown(catalog.cards) };
    }),
    tool: vi.fn(async (key: ToolKey) => toolsets.inDetail(detailOf(store.find(key)))),
    search: vi.fn(
      async ({ query }: { query: string }): Promise<SearchResult> => ({
        revision: store.revision,
        matches: matchesOf(query),
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
