// Keeps the cached catalog true: patches own changes in place, reloads when someone else changed the store.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { Catalog, ReviewQueue, ServerView, ToolCard, ToolChange, ToolDetail, ToolKey } from "./index";
import { catalogQuery, reviewQuery, STORED, toolQuery } from "./queries";

/** Replaces one card; every other card keeps its identity, so only one re-renders. */
export function patchCatalog(catalog: Catalog, change: ToolChange): Catalog {
  const { card } = change.detail;
  const at = catalog.cards.findIndex((c) => c.name === card.name && c.server === card.server);
  const cards = at < 0 ? catalog.cards : catalog.cards.with(at, card);
  const revision = Math.max(catalog.revision, change.revision);
  const findings = Math.max(0, catalog.findings + card.findings - (catalog.cards[at]?.findings ?? card.findings));
  return { ...catalog, revision, changes: change.changes, toReview: change.toReview, findings, cards };
}

/** Shows the new card where the old one stands: a queue that is being worked through keeps its order. */
function patchQueue(queue: ReviewQueue, card: ToolCard): ReviewQueue {
  const at = queue.items.findIndex((item) => item.card.name === card.name && item.card.server === card.server);
  const item = queue.items[at];
  return item ? { ...queue, items: queue.items.with(at, { ...item, card }) } : queue;
}

/** A decision does not change the tool, and its answer leaves out how the server changed it: that stays as it was. */
function keepDrift(detail: ToolDetail, before: ToolDetail | undefined): ToolDetail {
  if (detail.review.state !== "drifted" || before?.fingerprint !== detail.fingerprint) return detail;
  return { ...detail, drift: detail.drift ?? before.drift };
}

const isStored = (query: Query): boolean => query.meta?.stored === STORED.stored;
/** Patched when this window changes something, not asked again. */
const PATCHED: readonly unknown[] = [toolQuery({ server: "", tool: "" }).queryKey[0], reviewQuery.queryKey[0]];

export class CatalogCache {
  readonly #client: QueryClient;
  /** Revisions this window made since the last full read. */
  #own = new Set<number>();
  #base = -1;
  #reading: Promise<void> | null = null;
  #again = false;
  #edits: Promise<unknown> = Promise.resolve();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Edits run one after another, so that the last intent wins in the store too. */
  edit<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#edits.then(run, run);
    this.#edits = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all edits have ended and the window shows their results. */
  async editsFinished(): Promise<void> {
    let last;
    do {
      last = this.#edits;
      await last;
      // The caller of an edit shows its result before the next task runs.
      await new Promise((resolve) => setTimeout(resolve));
    } while (last !== this.#edits);
  }

  applyChange(change: ToolChange, key: ToolKey): void {
    this.#rememberBase();
    this.#own.add(change.revision);
    this.#client.setQueryData(catalogQuery.queryKey, (old) => old && patchCatalog(old, change));
    const { queryKey } = toolQuery(key);
    const shown = this.#client.setQueryData(queryKey, (old) => keepDrift(change.detail, old));
    if (shown?.review.state === "drifted" && shown.drift === null) void this.#client.invalidateQueries({ queryKey });
    this.#client.setQueryData(reviewQuery.queryKey, (old) => old && patchQueue(old, change.detail.card));
    void this.#client.invalidateQueries({ queryKey: reviewQuery.queryKey, refetchType: "none" });
    void this.#client.invalidateQueries({
      predicate: (query) => isStored(query) && !PATCHED.includes(query.queryKey[0]),
    });
  }

  /** Shows a server as it is about to be; the next read tells the truth. */
  applyServer(server: ServerView): void {
    this.#client.setQueryData(
      catalogQuery.queryKey,
      (old) => old && { ...old, servers: old.servers.map((s) => (s.name === server.name ? server : s)) },
    );
  }

  /** An event can overtake the answer of the command that caused it: judge it after the edits in flight. */
  async changed(revision: number): Promise<void> {
    await this.#edits;
    await this.#reading; // it may bring this very change
    this.#rememberBase();
    if (this.#base < 0) return;
    if (revision <= this.#base || this.#own.has(revision)) return;
    await this.reload();
  }

  /** Reads everything again; calls during a read lead to exactly one more. */
  reload(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  #rememberBase(): void {
    if (this.#base < 0) this.#base = this.#client.getQueryData(catalogQuery.queryKey)?.revision ?? -1;
  }

  async #read(): Promise<void> {
    do {
      this.#again = false;
      await this.#client.refetchQueries({ queryKey: catalogQuery.queryKey, exact: true });
      const loaded = this.#client.getQueryData(catalogQuery.queryKey);
      if (loaded) this.#base = loaded.revision;
      this.#own.clear();
      await this.#client.invalidateQueries({ predicate: isStored });
    } while (this.#again);
  }
}
