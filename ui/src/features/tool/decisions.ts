// Decisions about a tool: optimistic updates, stored in order, each with undo.
import type { QueryClient } from "@tanstack/react-query";
import type { FieldDecision, FixView, HintName, ToolDetail, ToolKey } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { catalogQuery, toolQuery } from "../../backend/queries";
import { clip } from "../../shared/clip";
import { layerValue } from "../../shared/hints";
import { notifyDone, notifyError, notifyInfo } from "../../shared/notify";
import { undo } from "../history/undo";
import { RequestedDecisions, withDecision } from "./requested-decisions";
import { strings } from "./strings";

export type Decided = boolean | null;
/** Definition and title of the tool that was displayed. */
type DisplayedTool = { seen: string; title: string };
type HintDecision = Extract<FieldDecision, { field: "hint" }>;

/** Inherit → Yes → No → Inherit. */
export const nextDecided = (decided: Decided): Decided => (decided === null ? true : decided ? false : null);

/** Inferred hints that are neither declared nor decided; replacing those is a separate action. */
export const inferredDecisions = ({ hints }: ToolDetail): HintDecision[] =>
  hints.flatMap((hint) => {
    const value = layerValue(hint, "inferred");
    const isExplicit = hint.decided !== null || hint.suspended !== null || layerValue(hint, "declared") !== null;
    return value === null || isExplicit ? [] : [{ field: "hint", hint: hint.hint, value }];
  });

export class Decisions {
  readonly #client: QueryClient;
  readonly #cache: CatalogCache;
  readonly #pending = new RequestedDecisions();

  constructor(client: QueryClient, cache: CatalogCache) {
    this.#client = client;
    this.#cache = cache;
  }

  /** Decides a hint, with undo. A suspended decision can be made again with the same value. */
  async decide(key: ToolKey, hint: HintName, decided: Decided): Promise<void> {
    const was = this.#hint(key, hint);
    if (was?.decided === decided && was.suspended === null) return;
    const tool = this.#title(key);
    const message = decided === null ? strings.hints.reset(hint, tool) : strings.hints.set(hint, decided, tool);
    await this.#send(key, [{ field: "hint", hint, value: decided }], message);
  }

  cycle(key: ToolKey, hint: HintName): Promise<void> {
    return this.decide(key, hint, nextDecided(this.#hint(key, hint)?.decided ?? null));
  }

  /** Sets the reason of a decision; the decision itself does not change. */
  async justify(key: ToolKey, hint: HintName, because: string | null): Promise<void> {
    const was = this.#hint(key, hint);
    if (!was || was.decided === null || was.because === because) return;
    const message = (because === null ? strings.hints.reasonRemoved : strings.hints.reasonSaved)(hint, this.#title(key));
    await this.#send(key, [{ field: "hint", hint, value: was.decided }], message, because);
  }

  async resetAll(key: ToolKey): Promise<void> {
    const decided = this.#detail(key)?.hints.filter((h) => h.decided !== null) ?? [];
    if (decided.length === 0) return;
    const resets = decided.map(({ hint }) => ({ field: "hint" as const, hint, value: null }));
    await this.#send(key, resets, strings.hints.allReset(this.#title(key)));
  }

  /** Decides all inferred hints at once. */
  async acceptInference(key: ToolKey): Promise<void> {
    const before = this.#detail(key);
    if (!before) return;
    const inferred = inferredDecisions(before);
    if (inferred.length === 0) {
      notifyInfo(strings.hints.nothingToAccept(this.#title(key)));
      return;
    }
    const hints = inferred.map(({ hint, value }) => ({ hint, value: value === true }));
    await this.#send(key, inferred, strings.hints.inferenceAccepted(this.#title(key), hints));
  }

  async decideTitle(key: ToolKey, title: string | null): Promise<void> {
    if (this.#detail(key)?.title.decided === title) return;
    const message = (title === null ? strings.text.titleReset : strings.text.titleChanged)(key.tool);
    await this.#send(key, [{ field: "title", value: title }], message);
  }

  async decideDescription(key: ToolKey, value: string | null): Promise<void> {
    if (this.#detail(key)?.description.decided === value) return;
    const message = (value === null ? strings.text.descriptionReset : strings.text.descriptionChanged)(this.#title(key));
    await this.#send(key, [{ field: "description", value }], message);
  }

  /** `source`: an image as a data URI, or an https URL. */
  async decideIcon(key: ToolKey, source: string | null): Promise<void> {
    if (this.#detail(key)?.icon.decided === source) return;
    const message = (source === null ? strings.text.iconReset : strings.text.iconChanged)(this.#title(key));
    await this.#send(key, [{ field: "icon", value: source }], message);
  }

  /** Decides the description of a parameter. */
  async decideParameter(key: ToolKey, name: string, value: string | null): Promise<void> {
    const was = this.#detail(key)?.parameters.find((p) => p.name === name);
    if (was?.decided === value) return;
    const { described, descriptionReset } = strings.parameters;
    const message = (value === null ? descriptionReset : described)(clip(name, 80), this.#title(key));
    await this.#send(key, [{ field: "parameter", name, value }], message);
  }

  /** Applies the fix of a finding; `displayed`: the tool as shown by a list of findings instead of its panel. */
  fix(key: ToolKey, { label, decisions }: FixView, displayed?: DisplayedTool): Promise<void> {
    const title = displayed ? clip(displayed.title, 80) : this.#title(key);
    return this.#send(key, decisions, strings.findings.fixed(label, title), null, displayed?.seen);
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
    message: string,
    because: string | null = null,
    displayedSeen?: string,
  ): Promise<void> {
    const { queryKey } = toolQuery(key);
    const id = queryKey.join(" ");
    for (const decision of decisions) {
      this.#pending.add(id, decision, because);
      this.#client.setQueryData(queryKey, (old) => old && withDecision(old, decision, because));
    }
    const settle = () => decisions.forEach((decision) => this.#pending.settle(id, decision));
    // The decision belongs to the environment the user sees now, even if another is chosen before the request is sent.
    const environment = this.#client.getQueryData(catalogQuery.queryKey)?.environment ?? null;
    const seen = displayedSeen ?? this.#detail(key)?.card.seen ?? null;
    const input = { server: key.server, tool: key.tool, environment, seen, decisions: [...decisions], because };
    try {
      const change = await this.#cache.edit(() => backend.decide(input));
      settle();
      this.#cache.applyChange({ ...change, detail: this.#pending.over(id, change.detail) }, key);
      const { entry } = change;
      if (entry !== null) notifyDone(message, () => void undo(this.#cache, entry));
    } catch (error) {
      settle();
      notifyError(error);
      await this.#client.invalidateQueries({ queryKey });
      // The list of findings may be outdated.
      if (displayedSeen !== undefined) await this.#cache.reload();
    }
  }
}
