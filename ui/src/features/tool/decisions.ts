// Deciding: the control reacts at once, the store follows in order, and every decision can be taken back.
import type { QueryClient } from "@tanstack/react-query";
import type { FieldDecision, FixView, HintName, ToolDetail, ToolKey } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { clip } from "../../shared/clip";
import { HINT_LABEL, saidBy, yesNo } from "../../shared/hints";
import { notifyDone, notifyError, notifyInfo } from "../../shared/notify";
import { undo } from "../history/undo";
import { RequestedDecisions, withDecision } from "./requested-decisions";

export type Decided = boolean | null;
/** Which definition it was, and what it is called. */
type Shown = { seen: string; title: string };
type HintDecision = Extract<FieldDecision, { field: "hint" }>;

/** Inherit → Yes → No → Inherit. */
export const nextDecided = (decided: Decided): Decided => (decided === null ? true : decided ? false : null);

/** What inference would decide where nobody says anything: a declared or decided hint is replaced by another act. */
export const inferredDecisions = ({ hints }: ToolDetail): HintDecision[] =>
  hints.flatMap((hint) => {
    const value = saidBy(hint, "inferred");
    const isSaid = hint.decided !== null || hint.suspended !== null || saidBy(hint, "declared") !== null;
    return value === null || isSaid ? [] : [{ field: "hint", hint: hint.hint, value }];
  });

export class Decisions {
  readonly #client: QueryClient;
  readonly #cache: CatalogCache;
  readonly #wishes = new RequestedDecisions();

  constructor(client: QueryClient, cache: CatalogCache) {
    this.#client = client;
    this.#cache = cache;
  }

  /** Decides and offers the way back. A suspended decision can be made again as it was. */
  async decide(key: ToolKey, hint: HintName, decided: Decided): Promise<void> {
    const was = this.#hint(key, hint);
    if (was?.decided === decided && was.suspended === null) return;
    const what = decided === null ? "inherits again" : `set to ${yesNo(decided)}`;
    await this.#send(key, [{ field: "hint", hint, value: decided }], `${HINT_LABEL[hint]} ${what} on ${this.#title(key)}`);
  }

  cycle(key: ToolKey, hint: HintName): Promise<void> {
    return this.decide(key, hint, nextDecided(this.#hint(key, hint)?.decided ?? null));
  }

  /** Says why a hint is decided as it is; the decision stays what it was. */
  async justify(key: ToolKey, hint: HintName, because: string | null): Promise<void> {
    const was = this.#hint(key, hint);
    if (!was || was.decided === null || was.because === because) return;
    const what = because === null ? "Reason removed from" : "Reason given for";
    const words = `${what} ${HINT_LABEL[hint]} on ${this.#title(key)}`;
    await this.#send(key, [{ field: "hint", hint, value: was.decided }], words, because);
  }

  async resetAll(key: ToolKey): Promise<void> {
    const decided = this.#detail(key)?.hints.filter((h) => h.decided !== null) ?? [];
    if (decided.length === 0) return;
    const nothing = decided.map(({ hint }) => ({ field: "hint" as const, hint, value: null }));
    await this.#send(key, nothing, `All hints inherit again on ${this.#title(key)}`);
  }

  /** Decides what inference says, all of it at once. */
  async acceptInference(key: ToolKey): Promise<void> {
    const before = this.#detail(key);
    if (!before) return;
    const wanted = inferredDecisions(before);
    if (wanted.length === 0) {
      notifyInfo(`Nothing to accept on ${this.#title(key)}: every inferred hint is declared or decided already`);
      return;
    }
    const words = wanted.map(({ hint, value }) => `${HINT_LABEL[hint]} ${yesNo(value === true)}`).join(", ");
    await this.#send(key, wanted, `Inference accepted on ${this.#title(key)}: ${words}`);
  }

  async decideTitle(key: ToolKey, title: string | null): Promise<void> {
    if (this.#detail(key)?.title.decided === title) return;
    const what = title === null ? "Title inherits again" : "Title changed";
    await this.#send(key, [{ field: "title", value: title }], `${what} on ${key.tool}`);
  }

  /** Decides what a parameter is said to be for. */
  async decideParameter(key: ToolKey, name: string, value: string | null): Promise<void> {
    const was = this.#detail(key)?.parameters.find((p) => p.name === name);
    if (was?.decided === value) return;
    const what = value === null ? "inherits its description again" : "described anew";
    const words = `${clip(name, 80)} ${what} on ${this.#title(key)}`;
    await this.#send(key, [{ field: "parameter", name, value }], words);
  }

  /** Decides what a finding proposes; `shown`: the tool as a list of findings showed it, where its panel did not. */
  fix(key: ToolKey, { label, decisions }: FixView, shown?: Shown): Promise<void> {
    const title = shown ? clip(shown.title, 80) : this.#title(key);
    return this.#send(key, decisions, `${label} on ${title}`, null, shown?.seen);
  }

  #detail(key: ToolKey): ToolDetail | undefined {
    return this.#client.getQueryData(toolQuery(key).queryKey);
  }

  #hint(key: ToolKey, hint: HintName) {
    return this.#detail(key)?.hints.find((h) => h.hint === hint);
  }

  #title(key: ToolKey): string {
    return clip(this.#detail(key)?.title.value ?? key.tool, 80);
  }

  async #send(
    key: ToolKey,
    decisions: readonly FieldDecision[],
    words: string,
    because: string | null = null,
    shown?: string,
  ): Promise<void> {
    const { queryKey } = toolQuery(key);
    const id = queryKey.join(" ");
    for (const decision of decisions) {
      this.#wishes.add(id, decision, because);
      this.#client.setQueryData(queryKey, (old) => old && withDecision(old, decision, because));
    }
    const settle = () => decisions.forEach((decision) => this.#wishes.settle(id, decision));
    // What is decided belongs to the environment the person sees now, whichever is chosen before their turn comes.
    const environment = this.#client.getQueryData(catalogQuery.queryKey)?.environment ?? null;
    const seen = shown ?? this.#detail(key)?.card.seen ?? null;
    const input = { server: key.server, tool: key.tool, environment, seen, decisions: [...decisions], because };
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
      // A list of findings may have shown what is no longer so.
      if (shown !== undefined) await this.#cache.reload();
    }
  }
}
