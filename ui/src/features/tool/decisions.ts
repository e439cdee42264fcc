// Deciding: the control reacts at once, the store follows in order, and every decision can be taken back.
import type { QueryClient } from "@tanstack/react-query";
import type { FieldDecision, HintName, ToolDetail, ToolKey } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { HINT_LABEL, saidBy, yesNo } from "../../shared/hints";
import { notifyDone, notifyError, notifyInfo } from "../../shared/notify";
import { undo } from "../history/undo";

export type Decided = boolean | null;
type HintDecision = { hint: HintName; value: Decided };

/** Inherit → Yes → No → Inherit. */
export const nextDecided = (decided: Decided): Decided => (decided === null ? true : decided ? false : null);

/** What inference would decide anew: every hint it speaks about, unless that is decided already. */
export const inferredDecisions = ({ hints }: ToolDetail): HintDecision[] =>
  hints.flatMap((hint) => {
    const value = saidBy(hint, "inferred");
    const stands = hint.decided === value && hint.suspended === null;
    return value === null || stands ? [] : [{ hint: hint.hint, value }];
  });

const withDecided = (detail: ToolDetail, hint: HintName, decided: Decided): ToolDetail => ({
  ...detail,
  hints: detail.hints.map((h) => (h.hint === hint ? { ...h, decided, suspended: null, overtaken: null } : h)),
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

  /** Decides and offers the way back. A suspended decision can be made again as it was. */
  async decide(key: ToolKey, hint: HintName, decided: Decided): Promise<void> {
    const before = this.#detail(key);
    const was = before?.hints.find((h) => h.hint === hint);
    if (was?.decided === decided && was.suspended === null) return;
    const what = decided === null ? "inherits again" : `set to ${yesNo(decided)}`;
    await this.#put(key, [{ hint, value: decided }], `${HINT_LABEL[hint]} ${what} on ${before?.title.value ?? key.tool}`);
  }

  cycle(key: ToolKey, hint: HintName): Promise<void> {
    const decided = this.#detail(key)?.hints.find((h) => h.hint === hint)?.decided ?? null;
    return this.decide(key, hint, nextDecided(decided));
  }

  async resetAll(key: ToolKey): Promise<void> {
    const before = this.#detail(key);
    const decided = before?.hints.filter((h) => h.decided !== null) ?? [];
    if (!before || decided.length === 0) return;
    const nothing = decided.map(({ hint }) => ({ hint, value: null }));
    await this.#put(key, nothing, `All hints inherit again on ${before.title.value}`);
  }

  /** Decides what inference says, all of it at once. */
  async acceptInference(key: ToolKey): Promise<void> {
    const before = this.#detail(key);
    if (!before) return;
    const wanted = inferredDecisions(before);
    if (wanted.length === 0) {
      notifyInfo(`Nothing to take over on ${before.title.value}: nothing is inferred that is not decided already`);
      return;
    }
    const words = wanted.map(({ hint, value }) => `${HINT_LABEL[hint]} ${yesNo(value === true)}`).join(", ");
    await this.#put(key, wanted, `Inference accepted on ${before.title.value}: ${words}`);
  }

  async decideTitle(key: ToolKey, title: string | null): Promise<void> {
    if (this.#detail(key)?.title.decided === title) return;
    const what = title === null ? "Title inherits again" : "Title changed";
    await this.#send(key, [{ field: "title", value: title }], `${what} on ${key.tool}`);
  }

  #detail(key: ToolKey): ToolDetail | undefined {
    return this.#client.getQueryData(toolQuery(key).queryKey);
  }

  async #put(key: ToolKey, hints: readonly HintDecision[], words: string): Promise<void> {
    const { queryKey } = toolQuery(key);
    for (const { hint, value } of hints) {
      this.#wishes.add(queryKey.join(" "), hint, value);
      this.#client.setQueryData(queryKey, (old) => old && withDecided(old, hint, value));
    }
    await this.#send(
      key,
      hints.map((decision) => ({ field: "hint", ...decision })),
      words,
    );
  }

  async #send(key: ToolKey, decisions: FieldDecision[], words: string): Promise<void> {
    const { queryKey } = toolQuery(key);
    const id = queryKey.join(" ");
    const settle = () => {
      for (const decision of decisions) if (decision.field === "hint") this.#wishes.settle(id, decision.hint);
    };
    // What is decided belongs to the environment the person sees now, whichever is chosen before their turn comes.
    const environment = this.#client.getQueryData(catalogQuery.queryKey)?.environment ?? null;
    const seen = this.#detail(key)?.card.seen ?? null;
    const input = { server: key.server, tool: key.tool, environment, seen, decisions, because: null };
    try {
      const change = await this.#cache.edit(() => backend.decide(input));
      settle();
      this.#cache.applyChange({ ...change, detail: this.#wishes.over(id, change.detail) }, key);
      const { entry } = change;
      if (entry !== null) notifyDone(words, () => void undo(this.#cache, entry));
    } catch (error) {
      settle();
      notifyError(error);
      await this.#client.invalidateQueries({ queryKey });
    }
  }
}
