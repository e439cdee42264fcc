// Notes, templates, remarks and the toolsets of a tool over the store of invented tools, as the engine does it in outline.
import type {
  ChangeReport,
  AddNotes,
  CopyNotes,
  EditNote,
  RemoveFromToolset,
  AddToToolset,
  NewNote,
  NoteKey,
  NotePreview,
  NoteReview,
  NotePreviewInput,
  NoteTemplate,
  NoteView,
  ProposedNote,
  CommentInput,
  TemplateKey,
  ToolsetReport,
  ToolsetSummary,
} from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";
import { isPlain, splitHidden } from "../src/shared/hidden-characters";
import type { FakeStore } from "./fake-store";
import type { Fake } from "./fixtures";
import { modelTextOf, noteOf } from "./fixtures";

export const TEMPLATES: readonly NoteTemplate[] = [
  { name: "confirm-first", text: "Say what you are about to do, and wait for a yes before you call the tool.", own: false },
  { name: "prefer-another-tool", text: "Use [server.tool] instead, unless [when this one is right].", own: false },
];

export const summaryOf = (name: string, over: Partial<ToolsetSummary> = {}): ToolsetSummary => ({
  name,
  description: null,
  tools: 3,
  missing: 0,
  tokens: 240,
  notes: 0,
  equipped: false,
  equippedIn: [],
  addedAt: "2026-09-12T09:30:00Z",
  ...over,
});

function problemOf({ name, text }: NewNote, allowHidden: boolean): string | null {
  const length = [...text.trim()].length;
  if (!/^[a-z0-9-]{1,100}$/.test(name)) return `${JSON.stringify(name)} cannot name a note: names are 1 to 100 of the characters a-z, 0-9 and -`;
  if (length === 0) return `the note ${name} says nothing`;
  if (length > 2_000) return `the note ${name} has ${length} characters; 2000 are the most`;
  if (isPlain(text) || allowHidden) return null;
  const codes = splitHidden(text, Infinity).flatMap((part) => (part.kind === "code" ? [part.code] : []));
  return `the note ${name} holds characters that cannot be seen: ${[...new Set(codes)].join(", ")}`;
}

const isTaken = (notes: readonly NoteView[], name: string, toolset: string | null): boolean =>
  notes.some((n) => n.name === name && (toolset === null || n.toolset === null || n.toolset === toolset));

const isIt = (note: NoteView, key: NoteKey): boolean => note.name === key.name && note.toolset === key.toolset;

export class FakeNotes {
  templates: readonly NoteTemplate[] = TEMPLATES;
  /** Those there are, whether a tool is in them or not. */
  toolsets: readonly string[] = [];
  readonly #store: FakeStore;

  constructor(store: FakeStore) {
    this.#store = store;
  }

  addNotes = async ({ toolset, notes, allowHidden, ...key }: AddNotes): Promise<ToolsetReport> => {
    const old = this.#store.find(key);
    const kept = old.notes ?? [];
    const wrong = notes.map((note) => problemOf(note, allowHidden)).find(Boolean);
    if (wrong) throw new BackendError("invalid", wrong, "Nothing was changed.");
    const free = notes.filter(({ name }) => !isTaken(kept, name, toolset));
    const warnings = notes
      .filter((note) => !free.includes(note))
      .map(({ name }) => `${key.server}.${key.tool} has a note named ${name} already; it was left as it is`);
    const added = free.map(({ name, text }) => noteOf(name, text.trim(), { toolset, read: toolset === null || toolset === old.equipped }));
    return this.#did(`added ${free.map((n) => n.name).join(", ")}`, [old], (f) => ({ ...f, notes: [...kept, ...added] }), free.length, warnings);
  };

  editNote = async ({ key, text, rename, allowHidden }: EditNote): Promise<ToolsetReport> => {
    const old = this.#store.find(key);
    const notes = old.notes ?? [];
    const was = notes.find((note) => isIt(note, key));
    if (!was) throw new BackendError("notFound", `there is no note named ${key.name}`, "");
    const next = { ...was, name: rename ?? was.name, text: text?.trim() ?? was.text };
    const wrong = problemOf(next, allowHidden);
    if (wrong) throw new BackendError("invalid", wrong, "Nothing was changed.");
    return this.#did(`edited the note ${next.name}`, [old], (f) => ({ ...f, notes: notes.map((n) => (n === was ? next : n)) }));
  };

  deleteNote = async (key: NoteKey): Promise<ToolsetReport> => {
    const old = this.#store.find(key);
    return this.#did(`deleted the note ${key.name}`, [old], (f) => ({ ...f, notes: (f.notes ?? []).filter((n) => !isIt(n, key)) }));
  };

  copyNotes = async ({ from, names, to }: CopyNotes): Promise<ToolsetReport> => {
    const copied = (this.#store.find(from).notes ?? []).filter((note) => names?.includes(note.name) ?? true);
    const warnings: string[] = [];
    const free = (fake: Fake) => copied.filter((note) => !isTaken(fake.notes ?? [], note.name, note.toolset));
    const targets = to.map((key) => this.#store.find(key));
    for (const fake of targets) {
      for (const note of copied) {
        if (!free(fake).includes(note)) warnings.push(`${fake.server}.${fake.name} has a note named ${note.name} already; it was left as it is`);
      }
    }
    const changing = targets.filter((fake) => free(fake).length > 0);
    return this.#did("copied notes", changing, (f) => ({ ...f, notes: [...(f.notes ?? []), ...free(f)] }), changing.length, warnings);
  };

  acceptNotes = async (review: NoteReview): Promise<ToolsetReport> => this.#reviewed(review);

  rejectNotes = async (review: NoteReview): Promise<ToolsetReport> => this.#reviewed(review);

  #reviewed({ notes }: NoteReview): ToolsetReport {
    const isChosen = ({ key }: ProposedNote) => notes.some((note) => note.key.tool === key.tool && note.key.name === key.name);
    this.#store.proposedNotes = this.#store.proposedNotes.filter((note) => !isChosen(note));
    this.#store.revision += 1;
    return { changed: notes.length, entry: 920, warnings: [] };
  }

  previewNotes = async ({ toolset, notes, replaces, ...key }: NotePreviewInput): Promise<NotePreview> => {
    const fake = this.#store.find(key);
    const isReplaced = (note: NoteView) => note.name === replaces && note.toolset === toolset;
    const others = (fake.notes ?? []).filter((note) => !isReplaced(note));
    const now = (fake.notes ?? []).filter((note) => note.read || note.toolset === toolset);
    const edited = now.map((note) => (isReplaced(note) ? (notes[0] ?? note) : note));
    const modelText = modelTextOf(fake.description, replaces === null ? [...now, ...notes] : edited);
    const length = modelText.length - fake.description.length;
    return {
      modelText,
      addedTokens: Math.max(0, Math.round((modelText.length - modelTextOf(fake.description, now).length) / 4)),
      problems: notes.flatMap((note) => {
        const wrong = problemOf(note, false) ?? (isTaken(others, note.name, toolset) ? `the tool has a note named ${note.name} already` : null);
        return wrong === null ? [] : [wrong];
      }),
      warnings: length > 8_000 ? [`the notes of this tool have ${length} characters; past 8000 a model reads them less carefully`] : [],
    };
  };

  noteTemplates = async (): Promise<NoteTemplate[]> => [...this.templates];

  saveTemplate = async ({ name, text }: NewNote): Promise<ChangeReport> => {
    this.templates = [...this.templates.filter((t) => !t.own || t.name !== name), { name, text, own: true }];
    return { changed: 1, entry: 910 };
  };

  removeTemplate = async ({ name }: TemplateKey): Promise<ChangeReport> => {
    this.templates = this.templates.filter((t) => !t.own || t.name !== name);
    return { changed: 1, entry: 911 };
  };

  setComment = async ({ text, ...key }: CommentInput): Promise<ChangeReport> =>
    this.#did("wrote a remark", [this.#store.find(key)], (f) => ({ ...f, remark: text }));

  addToToolset = async ({ name, tools }: AddToToolset): Promise<ToolsetReport> => {
    const fakes = tools.by === "tools" ? tools.tools.map((key) => this.#store.find(key)) : [];
    return this.#did(`added to ${name}`, fakes, (f) => ({ ...f, toolsets: [...(f.toolsets ?? []), name] }));
  };

  removeFromToolset = async ({ name, references }: RemoveFromToolset): Promise<ToolsetReport> => {
    const fakes = this.#store.fakes.filter((f) => references.includes(`${f.server}.${f.name}`));
    return this.#did(`removed from ${name}`, fakes, (f) => ({ ...f, toolsets: (f.toolsets ?? []).filter((t) => t !== name) }));
  };

  #did(words: string, before: readonly Fake[], to: (fake: Fake) => Fake, changed = before.length, warnings: string[] = []): ToolsetReport {
    if (changed === 0) return { changed, entry: null, warnings };
    return { changed, entry: this.#store.replace(words, [...before], before.map(to)), warnings };
  }
}
