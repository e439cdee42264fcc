// A store of invented tools that can be decided about, accepted and taken back, as the engine does it in outline.
import type {
  AcceptInput,
  ChangeReport,
  DecideInput,
  RemovedTool,
  HistoryEntry,
  HistoryInput,
  HistoryPage,
  HintName,
  MoveInput,
  ProposedNote,
  ReviewGroup,
  ReviewQueue,
  ToolChange,
  ToolKey,
  UndoReport,
} from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";
import type { Fake } from "./fixtures";
import { cardOf, detailOf } from "./fixtures";

const WORD: Record<HintName, string> = {
  readOnly: "read-only",
  destructive: "destructive",
  idempotent: "idempotent",
  openWorld: "open-world",
};
const RANK: readonly ReviewGroup[] = ["drifted", "conflict", "new", "unreviewed"];
const DANGER = ["destructive", "modifying", "safe"];

type Act = { entry: HistoryEntry; before: Fake[]; after: Fake[] };

const groupOf = (fake: Fake): ReviewGroup =>
  fake.review === "drifted" ? "drifted" : fake.conflict ? "conflict" : fake.review === "new" ? "new" : "unreviewed";

export class FakeStore {
  revision = 1;
  gone: RemovedTool[] = [];
  proposedNotes: ProposedNote[] = [];
  #fakes: Fake[];
  #acts: Act[] = [];
  #undone: Act[] = [];
  #lastId = 0;

  constructor(fakes: Fake[]) {
    this.#fakes = fakes;
  }

  get fakes(): readonly Fake[] {
    return this.#fakes;
  }

  replaceAll(fakes: Fake[]): void {
    this.#fakes = fakes;
    this.revision += 1;
  }

  find(key: ToolKey): Fake {
    const fake = this.#fakes.find((f) => f.server === key.server && f.name === key.tool);
    if (!fake) throw new BackendError("notFound", "no such tool", "Read the server again.");
    return fake;
  }

  decide({ decisions, because, ...key }: DecideInput): ToolChange {
    const old = this.find(key);
    let next: Fake = { ...old, changed: true };
    const words: string[] = [];
    for (const decision of decisions) {
      if (decision.field === "title") {
        next = { ...next, titleDecided: decision.value };
        words.push(decision.value === null ? "title inherits" : `title “${decision.value}”`);
        continue;
      }
      if (decision.field === "parameter") {
        const { parameterDecided: _was, ...rest } = next;
        next = decision.value === null ? rest : { ...rest, parameterDecided: decision.value };
        words.push(`parameter ${decision.name} ${decision.value === null ? "inherits" : `“${decision.value}”`}`);
        continue;
      }
      const { hint, value } = decision;
      const { [hint]: _was, ...rest } = next.decided;
      const { [hint]: _reason, ...reasons } = next.because ?? {};
      next = {
        ...next,
        because: because === null ? reasons : { ...reasons, [hint]: because },
        decided: value === null ? rest : { ...rest, [hint]: value },
        suspended: (next.suspended ?? []).filter((h) => h !== hint),
      };
      words.push(value === null ? `${WORD[hint]} inherits` : `${WORD[hint]} ${value ? "Yes" : "No"}`);
    }
    const entry = this.#act(`${key.server}.${key.tool}: ${words.join(", ")}`, [old], [next]);
    return {
      revision: this.revision,
      // As the engine does it: a decision tells nothing about drift.
      detail: { ...detailOf(next), drift: null },
      changes: { count: this.#fakes.filter((f) => f.changed).length, lastExport: null },
      toReview: this.#toReview(),
      entry,
    };
  }

  accept({ tools }: AcceptInput): ChangeReport {
    const before = tools.map((key) => this.find(key));
    const after = before.map((fake) => {
      const { drift: _drift, ...rest } = fake;
      return { ...rest, review: "reviewed" as const, suspended: [], conflict: false };
    });
    const what = tools.length === 1 ? `${tools[0]?.server}.${tools[0]?.tool}` : `${tools.length} tools`;
    return { changed: before.length, entry: this.#act(`accepted ${what}`, before, after) };
  }

  acceptAgreeing(): ChangeReport {
    const tools = this.queue().items.filter((item) => item.agrees);
    return this.accept({ tools: tools.map(({ card }) => ({ server: card.server, tool: card.name, seen: null })), environment: null });
  }

  reopen(key: ToolKey): ChangeReport {
    const old = this.find(key);
    const entry = this.#act(`${key.server}.${key.tool} is to be reviewed again`, [old], [{ ...old, review: "unreviewed" }]);
    return { changed: 1, entry };
  }

  move({ server, from, to }: MoveInput): ChangeReport {
    this.gone = this.gone.filter((tool) => tool.tool !== from);
    const old = this.find({ server, tool: to });
    return { changed: 1, entry: this.#act(`moved the decisions for ${server}.${from} to ${to}`, [old], [{ ...old }]) };
  }

  queue(): ReviewQueue {
    const open = this.#fakes.filter((f) => f.review !== "reviewed");
    const items = open.map((fake) => ({
      card: cardOf(fake),
      group: groupOf(fake),
      agrees: groupOf(fake) === "unreviewed" && fake.declared.readOnly !== undefined,
    }));
    items.sort(
      (a, b) =>
        RANK.indexOf(a.group) - RANK.indexOf(b.group) ||
        DANGER.indexOf(a.card.behaviour) - DANGER.indexOf(b.card.behaviour),
    );
    return {
      items,
      reviewed: this.#fakes.length - items.length,
      total: this.#fakes.length,
      agreeing: items.filter((item) => item.agrees).length,
      gone: this.gone,
      proposedNotes: this.proposedNotes,
    };
  }

  history({ before, limit }: HistoryInput): HistoryPage {
    const all = this.#acts.map((act) => act.entry).reverse();
    const from = before === null ? all : all.filter((entry) => entry.id < before);
    return { entries: from.slice(0, limit), more: from.length > limit };
  }

  toolHistory({ server, tool }: ToolKey): HistoryEntry[] {
    const isIt = (fake: Fake) => fake.server === server && fake.name === tool;
    return this.#acts.filter((act) => act.before.some(isIt)).map((act) => act.entry).reverse();
  }

  undo(id: number | null): UndoReport {
    const act = id === null ? this.#acts.findLast((a) => a.entry.undoable) : this.#acts.find((a) => a.entry.id === id);
    if (!act) throw new BackendError("notFound", "there is nothing to take back", "`hintsmith history` shows what was changed.");
    if (act.after.some((fake) => !this.#fakes.includes(fake))) {
      const what = `${act.after[0]?.server}.${act.after[0]?.name} was changed since by bob (entry ${this.#lastId})`;
      throw new BackendError("conflict", what, "Nothing was changed. Undo the newer change first, or decide anew.");
    }
    this.#swap(act.after, act.before);
    this.#mark(act, { undone: true, undoable: false });
    this.#undone.push(act);
    this.#note(`undid: ${act.entry.act}`, act.after, act.before, false);
    return { entry: act.entry.id, act: act.entry.act };
  }

  redo(): UndoReport {
    const act = this.#undone.pop();
    if (!act) throw new BackendError("notFound", "there is nothing to do again", "`hintsmith history` shows what was changed.");
    this.#swap(act.before, act.after);
    this.#mark(act, { undone: false, undoable: true });
    this.#note(`did again: ${act.entry.act}`, act.before, act.after, false);
    return { entry: act.entry.id, act: act.entry.act };
  }

  /** Some tools instead of others, as one act. */
  replace(words: string, before: Fake[], after: Fake[]): number {
    return this.#act(words, before, after);
  }

  #toReview(): number {
    return this.#fakes.filter((f) => f.review !== "reviewed").length;
  }

  #act(words: string, before: Fake[], after: Fake[]): number {
    this.#undone = [];
    this.#swap(before, after);
    return this.#note(words, before, after, true);
  }

  #swap(before: Fake[], after: Fake[]): void {
    const next = new Map(before.map((fake, index) => [fake, after[index]]));
    this.#fakes = this.#fakes.map((fake) => next.get(fake) ?? fake);
    this.revision += 1;
  }

  #note(words: string, before: Fake[], after: Fake[], undoable: boolean): number {
    this.#lastId += 1;
    const told = (fake: Fake | undefined) =>
      fake ? Object.entries(fake.decided).map(([hint, value]) => `${hint} ${value ? "Yes" : "No"}`).join(", ") || null : null;
    const entry: HistoryEntry = {
      id: this.#lastId,
      at: new Date(Date.now() - 90_000).toISOString(),
      author: "anna",
      via: "window",
      act: words,
      undone: false,
      undoable,
      size: before.length,
      changes: before.slice(0, 50).map((fake, index) => ({
        what: `${fake.server}.${fake.name}`,
        before: told(fake),
        after: told(after[index]),
      })),
    };
    this.#acts = [...this.#acts, { entry, before, after }];
    return this.#lastId;
  }

  #mark(act: Act, over: Partial<HistoryEntry>): void {
    act.entry = { ...act.entry, ...over };
  }
}
