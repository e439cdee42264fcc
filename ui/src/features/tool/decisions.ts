// Deciding: the control reacts at once, the store follows in order, and every decision can be taken back.
import type { QueryClient } from "@tanstack/react-query";
import type { HintName, ToolDetail, ToolKey } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { toolQuery } from "../../backend/queries";
import { HINT_LABEL, yesNo } from "../../shared/hints";
import { notifyDone, notifyError } from "../../shared/notify";

export type Decided = boolean | null;

/** Inherit → Yes → No → Inherit. */
export const nextDecided = (decided: Decided): Decided => (decided === null ? true : decided ? false : null);

const withDecided = (detail: ToolDetail, hint: HintName, decided: Decided): ToolDetail => ({
  ...detail,
  hints: detail.hints.map((h) => (h.hint === hint ? { ...h, decided } : h)),
});

/** Decisions on their way, newest per hint: an answer to an older one must not move the control back. */
class Wishes {
  readonly #byTool = new Map<string, Map<HintName, { decided: Decided; count: number }>>();

  add(tool: string, hint: HintName, decided: Decided): void {
    const wishes = this.#byTool.get(tool) ?? new Map<HintName, { decided: Decided; count: number }>();
    wishes.set(hint, { decided, count: (wishes.get(hint)?.count ?? 0) + 1 });
    this.#byTool.set(tool, wishes);
  }

  settle(tool: string, hint: HintName): void {
    const wishes = this.#byTool.get(tool);
    const wish = wishes?.get(hint);
    if (!wishes || !wish) return;
    if (wish.count > 1) wishes.set(hint, { ...wish, count: wish.count - 1 });
    else wishes.delete(hint);
    if (wishes.size === 0) this.#byTool.delete(tool);
  }

  over(tool: string, detail: ToolDetail): ToolDetail {
    let shown = detail;
    for (const [hint, { decided }] of this.#byTool.get(tool) ?? []) shown = withDecided(shown, hint, decided);
    return shown;
  }
}

export class Decisions {
  readonly #client: QueryClient;
  readonly #cache: CatalogCache;
  readonly #wishes = new Wishes();

  constructor(client: QueryClient, cache: CatalogCache) {
    this.#client = client;
    this.#cache = cache;
  }

  /** Decides and offers the way back. */
  async decide(key: ToolKey, hint: HintName, decided: Decided): Promise<void> {
    const before = this.#detail(key);
    const was = before?.hints.find((h) => h.hint === hint);
    const old = was?.decided ?? null;
    if (old === decided) return;
    if (!(await this.#put(key, hint, decided))) return;
    const on = before?.title.value ?? key.tool;
    const what = decided === null ? "inherits again" : `set to ${yesNo(decided)}`;
    notifyDone(`${HINT_LABEL[hint]} ${what} on ${on}`, () =>
      void this.#put(key, hint, old, was?.because ?? null),
    );
  }

  cycle(key: ToolKey, hint: HintName): Promise<void> {
    const decided = this.#detail(key)?.hints.find((h) => h.hint === hint)?.decided ?? null;
    return this.decide(key, hint, nextDecided(decided));
  }

  async resetAll(key: ToolKey): Promise<void> {
    const before = this.#detail(key);
    const decided = before?.hints.filter((h) => h.decided !== null) ?? [];
    if (!before || decided.length === 0) return;
    const done = await Promise.all(decided.map((h) => this.#put(key, h.hint, null)));
    if (!done.includes(true)) return;
    notifyDone(`All hints inherit again on ${before.title.value}`, () => {
      for (const h of decided) void this.#put(key, h.hint, h.decided, h.because);
    });
  }

  async decideTitle(key: ToolKey, title: string | null): Promise<void> {
    const old = this.#detail(key)?.title.decided ?? null;
    if (old === title || !(await this.#putTitle(key, title))) return;
    const what = title === null ? "Title inherits again" : "Title changed";
    notifyDone(`${what} on ${key.tool}`, () => void this.#putTitle(key, old));
  }

  #detail(key: ToolKey): ToolDetail | undefined {
    return this.#client.getQueryData(toolQuery(key).queryKey);
  }

  /** A new decision has no justification yet; one that is taken back gets its own again. */
  async #put(key: ToolKey, hint: HintName, decided: Decided, because: string | null = null): Promise<boolean> {
    const { queryKey } = toolQuery(key);
    const id = queryKey.join(" ");
    this.#wishes.add(id, hint, decided);
    this.#client.setQueryData(queryKey, (old) => old && withDecided(old, hint, decided));
    try {
      const input = { server: key.server, tool: key.tool, hint, value: decided, because };
      const change = await this.#cache.edit(() => backend.decideHint(input));
      this.#wishes.settle(id, hint);
      this.#cache.applyChange({ ...change, detail: this.#wishes.over(id, change.detail) }, key);
      return true;
    } catch (error) {
      this.#wishes.settle(id, hint);
      notifyError(error);
      await this.#client.invalidateQueries({ queryKey });
      return false;
    }
  }

  async #putTitle(key: ToolKey, title: string | null): Promise<boolean> {
    try {
      const input = { server: key.server, tool: key.tool, title };
      this.#cache.applyChange(await this.#cache.edit(() => backend.decideTitle(input)), key);
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    }
  }
}
