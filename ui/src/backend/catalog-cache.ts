// Cache updates: patches the cached catalog with this window's changes, reloads it after a change by another process.
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

/** Replaces the card in place: the order of the queue must not change while the user works through it. */
function patchQueue(queue: ReviewQueue, card: ToolCard): ReviewQueue {
  const at = queue.items.findIndex((item) => item.card.name === card.name && item.card.server === card.server);
  const item = queue.items[at];
  return item ? { ...queue, items: queue.items.with(at, { ...item, card }) } : queue;
}

/** Keeps the cached drift: a decision does not change the tool, and the backend omits `drift` from its response. */
function keepDrift(detail: ToolDetail, before: ToolDetail | undefined): ToolDetail {
  if (detail.review.state !== "drifted" || before?.fingerprint !== detail.fingerprint) return detail;
  return { ...detail, drift: detail.drift ?? before.drift };
}

const isStored = (query: Query): boolean => query.meta?.stored === STORED.stored;
/** Queries that are patched after a change by this window, not refetched. */
const PATCHED: readonly unknown[] = [toolQuery({ server: "", tool: "" }).queryKey[0], reviewQuery.queryKey[0]];

export class CatalogCache {
  readonly #client: QueryClient;
  /** Revisions created by this window since the last full reload. */
  #ownRevisions = new Set<number>();
  #base = -1;
  #activeReload: Promise<void> | null = null;
  #reloadRequested = false;
  #edits: Promise<unknown> = Promise.resolve();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Runs edits sequentially, so that the last edit of the user is also the last one in the store. */
  edit<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#edits.then(run, run);
    this.#edits = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all edits are finished and their results are rendered. */
  async editsFinished(): Promise<void> {
    let last;
    do {
      last = this.#edits;
      await last;
      // The caller of an edit renders its result before the next task runs.
      await new Promise((resolve) => setTimeout(resolve));
    } while (last !== this.#edits);
  }

  applyChange(change: ToolChange, key: ToolKey): void {
    this.#initBase();
    this.#ownRevisions.add(change.revision);
    this.#client.setQueryData(catalogQuery.queryKey, (old) => old && patchCatalog(old, change));
    const { queryKey } = toolQuery(key);
    const cached = this.#client.setQueryData(queryKey, (old) => keepDrift(change.detail, old));
    if (cached?.review.state === "drifted" && cached.drift === null) void this.#client.invalidateQueries({ queryKey });
    this.#client.setQueryData(reviewQuery.queryKey, (old) => old && patchQueue(old, change.detail.card));
    void this.#client.invalidateQueries({ queryKey: reviewQuery.queryKey, refetchType: "none" });
    void this.#client.invalidateQueries({
      predicate: (query) => isStored(query) && !PATCHED.includes(query.queryKey[0]),
    });
  }

  /** Optimistic update of a server; the next reload replaces it. */
  applyServer(server: ServerView): void {
    this.#client.setQueryData(
      catalogQuery.queryKey,
      (old) => old && { ...old, servers: old.servers.map((s) => (s.name === server.name ? server : s)) },
    );
  }

  /** Handles a change event. It can arrive before the response of the command that caused it, so it waits for pending edits. */
  async changed(revision: number): Promise<void> {
    await this.#edits;
    await this.#activeReload; // may already include this change
    this.#initBase();
    if (this.#base < 0) return;
    if (revision <= this.#base || this.#ownRevisions.has(revision)) return;
    await this.reload();
  }

  /** Refetches everything; calls during a reload cause exactly one more. */
  reload(): Promise<void> {
    if (this.#activeReload) {
      this.#reloadRequested = true;
      return this.#activeReload;
    }
    this.#activeReload = this.#read().finally(() => {
      this.#activeReload = null;
    });
    return this.#activeReload;
  }

  #initBase(): void {
    if (this.#base < 0) this.#base = this.#client.getQueryData(catalogQuery.queryKey)?.revision ?? -1;
  }

  async #read(): Promise<void> {
    do {
      this.#reloadRequested = false;
      await this.#client.refetchQueries({ queryKey: catalogQuery.queryKey, exact: true });
      const loaded = this.#client.getQueryData(catalogQuery.queryKey);
      if (loaded) this.#base = loaded.revision;
      this.#ownRevisions.clear();
      await this.#client.invalidateQueries({ predicate: isStored });
    } while (this.#reloadRequested);
  }
}
