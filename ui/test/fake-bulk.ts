// Acts on many tools, saved filters and icons, over the store of invented tools.
import type {
  ChangeReport,
  BulkGroup,
  BulkInput,
  BulkPreview,
  FilterKey,
  HintName,
  IconsInput,
  Loosening,
  SavedFilter,
  ToolIcon,
} from "../src/backend/bindings";
import type { FakeStore } from "./fake-store";
import type { Fake } from "./fixtures";
import { detailOf } from "./fixtures";

const DOT = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** The tool after the act; the same object where nothing changes. */
function changed(fake: Fake, { change }: BulkInput): Fake {
  let decided: Fake["decided"] = fake.decided;
  if (change.kind === "reset") decided = {};
  else if (change.kind === "acceptInference" || change.kind === "replaceDeclared") decided = { ...decided, ...fake.inferred };
  else {
    for (const decision of change.decisions) {
      if (decision.field !== "hint") continue;
      const { [decision.hint]: _was, ...rest } = decided;
      decided = decision.value === null ? rest : { ...rest, [decision.hint]: decision.value };
    }
  }
  const hints = new Set([...Object.keys(decided), ...Object.keys(fake.decided)]) as Set<HintName>;
  const same = [...hints].every((hint) => decided[hint] === fake.decided[hint]);
  return same ? fake : { ...fake, decided, changed: true };
}

export class FakeBulk {
  filters: SavedFilter[] = [];
  /** Offered where a rule could do the same. */
  selector: string | null = null;
  /** What the next preview says it loosens. */
  loosens: Loosening = { tools: 0, examples: [] };
  readonly #store: FakeStore;

  constructor(store: FakeStore) {
    this.#store = store;
  }

  previewBulk = async (input: BulkInput): Promise<BulkPreview> => {
    const groups = new Map<string, BulkGroup>();
    let changing = 0;
    for (const key of input.tools) {
      const before = this.#store.find(key);
      const after = changed(before, input);
      if (after !== before) changing += 1;
      const [was, is] = [detailOf(before).hints, detailOf(after).hints];
      was.forEach(({ hint, value, mark }, index) => {
        const next = is[index];
        const meant = input.change.kind !== "decide" || input.change.decisions.some((d) => d.field === "hint" && d.hint === hint);
        if (!next || !meant) return;
        const group: BulkGroup = { hint, before: { value, mark }, after: { value: next.value, mark: next.mark }, tools: 0 };
        const id = JSON.stringify(group);
        groups.set(id, { ...group, tools: (groups.get(id)?.tools ?? 0) + 1 });
      });
    }
    return { tools: input.tools.length, changing, groups: [...groups.values()], selector: this.selector, loosens: this.loosens };
  };

  decideMany = async (input: BulkInput): Promise<ChangeReport> => {
    const before = input.tools.map((key) => this.#store.find(key)).filter((fake) => changed(fake, input) !== fake);
    if (before.length === 0) return { changed: 0, entry: null };
    const after = before.map((fake) => changed(fake, input));
    return { changed: before.length, entry: this.#store.replace(`${before.length} tools`, before, after) };
  };

  saveFilter = async (filter: SavedFilter): Promise<ChangeReport> => {
    this.filters = [...this.filters.filter((f) => f.name !== filter.name), filter];
    return { changed: 1, entry: 900 };
  };

  removeFilter = async ({ name }: FilterKey): Promise<ChangeReport> => {
    this.filters = this.filters.filter((f) => f.name !== name);
    return { changed: 1, entry: 901 };
  };

  icons = async ({ tools }: IconsInput): Promise<ToolIcon[]> => tools.map((key) => ({ key, image: DOT }));
}
