// Review mutations: accept, reopen, move decisions. Each is one history entry, with undo.
import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChangeReport, RemovedTool, ToolCard, ToolKey } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { catalogQuery, reviewQuery } from "../../backend/queries";
import { notifyDone, notifyError } from "../../shared/notify";
import { useReviewSession } from "../../shared/review-session";
import { idOf, keyOf } from "../../shared/tool-id";
import { undo } from "../history/undo";
import { strings } from "./strings";

/** Explanation of the Accept button. */
export function useAcceptLabel(): string {
  const { data: environment = null } = useQuery({ ...catalogQuery, select: (catalog) => catalog.environment });
  return strings.review.acceptTip(environment);
}

export type ReviewActions = {
  /** Resolves once the store is updated; the catalog reloads in the background. */
  accept: (card: ToolCard) => Promise<void>;
  acceptAgreeing: () => Promise<void>;
  reopen: (key: ToolKey) => Promise<void>;
  moveDecisions: (removed: RemovedTool, to: string) => Promise<void>;
};

function createReviewActions(client: QueryClient, cache: CatalogCache): ReviewActions {
  const notify = ({ entry }: ChangeReport, message: string): void => {
    if (entry !== null) notifyDone(message, () => void undo(cache, entry));
  };
  const run = async (mutation: () => Promise<ChangeReport>, message: string): Promise<void> => {
    try {
      notify(await cache.edit(mutation), message);
    } catch (error) {
      notifyError(error);
    }
    await cache.reload();
  };
  const reviewed = (): number => client.getQueryData(reviewQuery.queryKey)?.reviewed ?? 0;

  return {
    accept: async (card) => {
      const session = useReviewSession.getState();
      const environment = client.getQueryData(catalogQuery.queryKey)?.environment ?? null;
      const input = { tools: [{ ...keyOf(card), seen: card.seen }], environment };
      session.begin([card]);
      let accepted = true;
      try {
        notify(await cache.edit(() => backend.accept(input)), strings.review.accepted(card.title));
      } catch (error) {
        accepted = false;
        notifyError(error);
      }
      void cache.reload().finally(() => session.settle([card], accepted));
    },
    acceptAgreeing: async () => {
      const session = useReviewSession.getState();
      const items = client.getQueryData(reviewQuery.queryKey)?.items ?? [];
      const cards = items.filter((item) => item.agrees).map((item) => item.card);
      const before = reviewed();
      try {
        const report = await cache.edit(() => backend.acceptAgreeing());
        session.begin(cards);
        await cache.reload().finally(() => session.settle(cards, true));
        // Counted by the store: the set of agreeing tools may have changed since it was displayed.
        const count = Math.max(0, reviewed() - before);
        notify(report, strings.review.agreeingAccepted(count));
      } catch (error) {
        notifyError(error);
        await cache.reload();
      }
    },
    reopen: (key) => run(() => backend.reopenReview(key), strings.review.reopened(idOf(key))),
    moveDecisions: (removed, to) =>
      run(
        () => backend.moveDecisions({ server: removed.server, from: removed.tool, to }),
        strings.review.decisionsMoved(removed, removed.tool, to),
      ),
  };
}

export function useReviewActions(): ReviewActions {
  const client = useQueryClient();
  const cache = useCatalogCache();
  return useMemo(() => createReviewActions(client, cache), [client, cache]);
}
