// Accepting tools as they are shown, and what belongs to it. Each act is one entry of the history, with its way back.
import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChangeReport, RemovedTool, ToolCard, ToolKey } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { catalogQuery, reviewQuery } from "../../backend/queries";
import { counted } from "../../shared/ago";
import { notifyDone, notifyError } from "../../shared/notify";
import { useReviewSession } from "../../shared/review-session";
import { idOf, keyOf } from "../../shared/tool-id";
import { undo } from "../history/undo";

/** What accepting does, for whoever is about to. */
export function useAcceptingWords(): string {
  const { data: environment = null } = useQuery({ ...catalogQuery, select: (catalog) => catalog.environment });
  const place = environment === null ? "" : ` in ${environment}`;
  return `Accepting keeps your decisions for the tool as it is now and writes what holds as yours${place}.`;
}

export type ReviewActions = {
  /** Resolves when it is stored; what is shown follows by itself. */
  accept: (card: ToolCard) => Promise<void>;
  acceptAgreeing: () => Promise<void>;
  reopen: (key: ToolKey) => Promise<void>;
  moveDecisions: (gone: RemovedTool, to: string) => Promise<void>;
};

function actsOn(client: QueryClient, cache: CatalogCache): ReviewActions {
  const tell = ({ entry }: ChangeReport, words: string): void => {
    if (entry !== null) notifyDone(words, () => void undo(cache, entry));
  };
  const run = async (act: () => Promise<ChangeReport>, words: string): Promise<void> => {
    try {
      tell(await cache.edit(act), words);
    } catch (error) {
      notifyError(error);
    }
    await cache.reload();
  };
  const reviewed = (): number => client.getQueryData(reviewQuery.queryKey)?.reviewed ?? 0;

  return {
    accept: async (card) => {
      const sitting = useReviewSession.getState();
      const environment = client.getQueryData(catalogQuery.queryKey)?.environment ?? null;
      const input = { tools: [{ ...keyOf(card), seen: card.seen }], environment };
      sitting.begin([card]);
      let accepted = true;
      try {
        tell(await cache.edit(() => backend.accept(input)), `${card.title} accepted`);
      } catch (error) {
        accepted = false;
        notifyError(error);
      }
      void cache.reload().finally(() => sitting.settle([card], accepted));
    },
    acceptAgreeing: async () => {
      const sitting = useReviewSession.getState();
      const items = client.getQueryData(reviewQuery.queryKey)?.items ?? [];
      const cards = items.filter((item) => item.agrees).map((item) => item.card);
      const before = reviewed();
      try {
        const report = await cache.edit(() => backend.acceptAgreeing());
        sitting.begin(cards);
        await cache.reload().finally(() => sitting.settle(cards, true));
        // Counted in the store: what agrees may have changed since it was shown.
        const count = Math.max(0, reviewed() - before);
        tell(report, `${counted(count, "tool")} accepted where declared and inferred agree`);
      } catch (error) {
        notifyError(error);
        await cache.reload();
      }
    },
    reopen: (key) => run(() => backend.reopenReview(key), `${idOf(key)} is to be reviewed again`),
    moveDecisions: ({ server, tool, decisions }, to) =>
      run(
        () => backend.moveDecisions({ server, from: tool, to }),
        `${counted(decisions, "decision")} moved from ${tool} to ${to}`,
      ),
  };
}

export function useReviewActions(): ReviewActions {
  const client = useQueryClient();
  const cache = useCatalogCache();
  return useMemo(() => actsOn(client, cache), [client, cache]);
}
