// Toolsets over the store of invented tools, as the engine does it in outline: members by name, one that is missing.
import type {
  Catalog,
  CopyToolset,
  DescribeToolset,
  ActivateToolset,
  RemoveFromToolset,
  ImportToolsets,
  MemberView,
  AddToToolset,
  NewToolset,
  RenameToolset,
  ToolCard,
  ToolChoice,
  ToolDetail,
  ToolsetFile,
  ToolsetFileInput,
  ToolsetImportPreview,
  ToolsetKey,
  ToolsetReport,
  ToolsetSummary,
  ToolsetView,
  UndoReport,
  WriteToolsetInput,
} from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";
import type { FakeStore } from "./fake-store";
import { summaryOf } from "./fake-notes";
import { cardOf } from "./fixtures";

export type FakeToolset = { name: string; description: string | null; references: string[]; notes: number };

/** What a missing tool has become, and what is worth a mark. */
export type Marks = { probably: Record<string, string>; byId: string[]; changed: string[] };

const FIRST = 1000;

/** Like the one of rules: `*` stands for any text. */
const matcher = (selector: string): RegExp =>
  new RegExp(`^${selector.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".")}$`);

export class FakeToolsets {
  list: FakeToolset[] = [];
  /** By environment; the base is `base`. */
  equipped: Record<string, string> = {};
  marks: Marks = { probably: {}, byId: [], changed: [] };
  /** Said of the next act. */
  warnings: string[] = [];
  environment: () => string | null = () => null;
  search: (query: string) => number[] = () => [];
  /** Others there are, of which only the names matter. */
  also: () => readonly string[] = () => [];
  readonly #store: FakeStore;
  #last = FIRST;
  #before = new Map<number, { act: string; list: FakeToolset[]; equipped: Record<string, string> }>();

  constructor(store: FakeStore) {
    this.#store = store;
  }

  /** What the catalog says of them. */
  shown(cards: readonly ToolCard[]): Pick<Catalog, "cards" | "toolsets"> {
    const others = this.also().map((name) => summaryOf(name));
    const toolsets = [...this.list.map((set) => this.#summary(set)), ...others];
    return {
      cards: cards.map((card) => ({ ...card, toolsets: this.#of(card) })),
      toolsets: toolsets.sort((one, other) => (one.name < other.name ? -1 : 1)),
    };
  }

  has = (name: string): boolean => this.list.some((set) => set.name === name);

  /** The same for the panel of a tool. */
  inDetail = (detail: ToolDetail): ToolDetail => ({
    ...detail,
    equipped: detail.equipped ?? this.equipped[this.environment() ?? "base"] ?? null,
    card: { ...detail.card, toolsets: this.#of(detail.card) },
  });

  #of(card: ToolCard): string[] {
    const own = this.list.filter(({ references }) => references.includes(`${card.server}.${card.name}`));
    return [...new Set([...card.toolsets, ...own.map(({ name }) => name)])];
  }

  toolset = async ({ name }: ToolsetKey): Promise<ToolsetView> => {
    const set = this.#find(name);
    const there = set.references.filter((reference) => this.#card(reference)).length;
    return {
      summary: this.#summary(set),
      members: set.references.map((reference) => this.#member(reference)),
      coverage: { described: there, parameters: there * 2 },
    };
  };

  buildToolset = async ({ name, description, tools, equip }: NewToolset): Promise<ToolsetReport> => {
    this.#free(name);
    const references = this.#chosen(tools);
    return this.#act(`made the toolset ${name}`, references.length, () => {
      this.list = [...this.list, { name, description, references, notes: 0 }];
      if (equip) this.equipped = { ...this.equipped, [this.environment() ?? "base"]: name };
    });
  };

  addToToolset = async ({ name, tools }: AddToToolset): Promise<ToolsetReport> => {
    const set = this.#find(name);
    const more = this.#chosen(tools).filter((reference) => !set.references.includes(reference));
    if (more.length === 0) return { changed: 0, entry: null, warnings: [] };
    return this.#act(`added ${more.length} tools to the toolset ${name}`, more.length, () =>
      this.#put({ ...set, references: [...set.references, ...more] }),
    );
  };

  removeFromToolset = async ({ name, references }: RemoveFromToolset): Promise<ToolsetReport> => {
    const set = this.#find(name);
    return this.#act(`took ${references.length} tools out of the toolset ${name}`, references.length, () =>
      this.#put({ ...set, references: set.references.filter((reference) => !references.includes(reference)) }),
    );
  };

  renameToolset = async ({ name, to }: RenameToolset): Promise<ToolsetReport> => {
    const set = this.#find(name);
    this.#free(to);
    return this.#act(`renamed the toolset ${name} to ${to}`, 1, () => {
      this.list = this.list.map((other) => (other === set ? { ...set, name: to } : other));
      this.equipped = Object.fromEntries(Object.entries(this.equipped).map(([place, at]) => [place, at === name ? to : at]));
    });
  };

  copyToolset = async ({ name, to }: CopyToolset): Promise<ToolsetReport> => {
    const set = this.#find(name);
    this.#free(to);
    return this.#act(`made the toolset ${to} as a copy of ${name}`, 1, () => {
      this.list = [...this.list, { ...set, name: to }];
    });
  };

  describeToolset = async ({ name, description }: DescribeToolset): Promise<ToolsetReport> => {
    const set = this.#find(name);
    return this.#act(`described the toolset ${name}`, 1, () => this.#put({ ...set, description }));
  };

  deleteToolset = async ({ name }: ToolsetKey): Promise<ToolsetReport> => {
    const set = this.#find(name);
    return this.#act(`deleted the toolset ${name}`, 1, () => {
      this.list = this.list.filter((other) => other !== set);
      this.equipped = Object.fromEntries(Object.entries(this.equipped).filter(([, at]) => at !== name));
    });
  };

  activateToolset = async ({ name, environment }: ActivateToolset): Promise<ToolsetReport> => {
    const place = environment ?? "base";
    return this.#act(name === null ? `unequipped the toolset in ${place}` : `equipped the toolset ${name} in ${place}`, 1, () => {
      const { [place]: _was, ...rest } = this.equipped;
      this.equipped = name === null ? rest : { ...rest, [place]: name };
    });
  };

  renderToolsetFile = async ({ names, format }: ToolsetFileInput): Promise<ToolsetFile> => {
    const sets = names.map((name) => this.#find(name));
    if (format === "markdown") {
      const text = sets.map(({ name, references }) => [`# ${name}`, "", ...references.map((r) => `- \`${r}\``), ""].join("\n"));
      return { text: text.join("\n"), fileName: `${names.join("-")}.md`, remarks: [] };
    }
    const toolsets = Object.fromEntries(
      sets.map(({ name, references }) => [name, { name, tools: references.map((namespacedName) => ({ namespacedName })) }]),
    );
    return {
      text: `${JSON.stringify({ toolsets }, null, 2)}\n`,
      fileName: "config.json",
      remarks: ["hints, titles and descriptions of parameters have no place in hypertool's file"],
    };
  };

  writeToolsetFile = async ({ names, path }: WriteToolsetInput) => ({ path, bytes: 120, carried: names.length, remarks: [] as string[] });

  previewToolsetImport = async ({ path }: ImportToolsets): Promise<ToolsetImportPreview> => {
    if (!path.endsWith(".json")) {
      throw new BackendError("file", `${path} cannot be imported: it is no JSON`, "Give hypertool's config.json. Nothing was changed.");
    }
    return {
      toolsets: [
        { name: "daily", tools: 9, missing: 2, notes: 1, exists: this.list.some(({ name }) => name === "daily") },
        { name: "travel", tools: 4, missing: 0, notes: 0, exists: false },
      ],
      leftOut: ["the toolset Bad Name: a name has 2 to 50 of a-z, 0-9 and -"],
    };
  };

  importToolsets = async (_: ImportToolsets): Promise<ToolsetReport> => {
    this.warnings = ["the toolset Bad Name: a name has 2 to 50 of a-z, 0-9 and -"];
    return this.#act("imported 2 toolsets from config.json", 2, () => {
      const travel = this.#store.fakes.slice(0, 4).map((fake) => `${fake.server}.${fake.name}`);
      this.list = [...this.list, { name: "travel", description: null, references: travel, notes: 0 }];
    });
  };

  /** Null where the entry is none of these. */
  undo(entry: number | null): UndoReport | null {
    const id = entry ?? this.#last;
    const before = this.#before.get(id);
    if (!before) return null;
    Object.assign(this, { list: before.list, equipped: before.equipped });
    this.#before.delete(id);
    this.#store.revision += 1;
    return { entry: id, act: before.act };
  }

  #act(act: string, changed: number, run: () => void): ToolsetReport {
    const { list, equipped, warnings } = this;
    run();
    this.#last += 1;
    this.#before.set(this.#last, { act, list, equipped });
    this.#store.revision += 1;
    this.warnings = [];
    return { changed, entry: this.#last, warnings };
  }

  #put(set: FakeToolset): void {
    this.list = this.list.map((other) => (other.name === set.name ? set : other));
  }

  #find(name: string): FakeToolset {
    const set = this.list.find((other) => other.name === name);
    if (!set) throw new BackendError("notFound", `there is no toolset named ${name}`, "`hintsmith toolset list` shows those there are.");
    return set;
  }

  #free(name: string): void {
    if (!this.list.some((other) => other.name === name)) return;
    throw new BackendError("conflict", `there is a toolset named ${name} already`, "Choose another name, or add tools to the one that is there.");
  }

  #card(reference: string): ToolCard | null {
    const fake = this.#store.fakes.find((other) => `${other.server}.${other.name}` === reference);
    return fake ? cardOf(fake) : null;
  }

  #member(reference: string): MemberView {
    const card = this.#card(reference);
    return {
      reference,
      tool: card && {
        key: { server: card.server, tool: card.name },
        title: card.title,
        behaviour: card.behaviour,
        tokens: card.tokens,
        notes: card.notes,
        byId: this.marks.byId.includes(reference),
        changed: this.marks.changed.includes(reference),
      },
      probably: card ? null : (this.marks.probably[reference] ?? null),
    };
  }

  #summary({ name, description, references, notes }: FakeToolset): ToolsetSummary {
    const cards = references.map((reference) => this.#card(reference)).filter((card) => card !== null);
    const equippedIn = Object.entries(this.equipped).flatMap(([place, at]) => (at === name ? [place] : []));
    return {
      name,
      description,
      tools: references.length,
      missing: references.length - cards.length,
      tokens: cards.reduce((sum, card) => sum + card.tokens, 0),
      notes,
      equipped: equippedIn.includes(this.environment() ?? "base"),
      equippedIn,
      addedAt: "2026-09-12T09:30:00Z",
    };
  }

  #chosen(choice: ToolChoice): string[] {
    const all = this.#store.fakes.map((fake) => `${fake.server}.${fake.name}`);
    const chosen = (): string[] => {
      switch (choice.by) {
        case "tools":
          return choice.tools.map(({ server, tool }) => `${server}.${tool}`);
        case "pattern":
          return all.filter((id) => matcher(choice.selector).test(id));
        case "filter":
          return this.search(choice.query).flatMap((index) => all[index] ?? []);
        case "references":
          return choice.references;
      }
    };
    const tools = chosen();
    if (tools.length === 0) {
      throw new BackendError("invalid", "no tool is chosen", "Mark tools, or name a filter or pattern that matches some.");
    }
    return tools;
  }
}

/** Two toolsets over the notes and boards; the first has a member that is gone, and one that changed. */
export function twoToolsets(toolsets: FakeToolsets): void {
  const of = (...names: string[]) => names.map((name) => `demo.home_notes_${name}`);
  toolsets.list = [
    { name: "daily", description: "What I use every day", references: of("list_note", "get_note", "erase_note", "create_note"), notes: 2 },
    { name: "notes-only", description: null, references: of("get_note", "delete_note"), notes: 0 },
  ];
  toolsets.equipped = { base: "daily" };
  toolsets.marks = {
    probably: { "demo.home_notes_erase_note": "demo.home_notes_delete_note" },
    byId: ["demo.home_notes_create_note"],
    changed: ["demo.home_notes_get_note"],
  };
}

