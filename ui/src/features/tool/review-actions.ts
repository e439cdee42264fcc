// Review mutations: accept, reopen, move decisions. Each is one history entry, with undo.
import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AcceptInput, ChangeReport, MoveInput, RemovedTool, ToolCard, ToolKey } from "../../backend";
import { backend } from "../../backend";
import type { CatalogCache } from "../../backend/catalog-cache";
import { useCatalogCache } from "../../backend/catalog-cache-context";
import { catalogQuery } from "../../backend/queries";
import { BADGE_LABEL } from "../../shared/hints";
import type { AcceptRequest, MoveRequest } from "../../shared/navigation";
import { useNavigation } from "../../shared/navigation";
import { notifyDone, notifyError, notifyInfo } from "../../shared/notify";
import { useReviewSession } from "../../shared/review-session";
import { cardId, idOf, seenTool } from "../../shared/tool-id";
import { undo } from "../history/undo";
import { strings } from "./strings";

/** Explanation of the Accept button. */
export function useAcceptLabel(): string {
  const { data: environment = null } = useQuery({ ...catalogQuery, select: (catalog) => catalog.environment });
  return strings.review.acceptTip(environment);
}

type Message = (report: ChangeReport) => string;

type AcceptOptions = {
  /** Toast after success. */
  message?: Message;
  /** Called when the tool is accepted, before the engine has answered. */
  onStart?: () => void;
  /** Called before the user is asked whether to loosen hints; `onStart` is called again if the user confirms. */
  onAsk?: () => void;
};

type Acceptance = Omit<AcceptRequest, "onConfirm"> & AcceptOptions & { message: Message };

export type ReviewActions = {
  /** Accepts the tool at once, or after a dialog if that loosens a hint. */
  accept: (card: ToolCard, options?: AcceptOptions) => Promise<void>;
  /** Accepts the tools after a dialog that shows what is decided. */
  acceptAll: (cards: readonly ToolCard[], message: Message) => void;
  reopen: (key: ToolKey) => Promise<void>;
  /** Moves what is kept about a removed tool, after a dialog if that loosens a hint. */
  moveDecisions: (removed: RemovedTool, to: string) => Promise<void>;
};

export const acceptInput = ({ cards, environment }: Pick<AcceptRequest, "cards" | "environment">, loosen: boolean): AcceptInput => ({
  tools: cards.map(seenTool),
  environment,
  loosen,
});

export const moveInput = ({ removed, to }: Pick<MoveRequest, "removed" | "to">, loosen: boolean): MoveInput => ({
  server: removed.server,
  from: removed.tool,
  to,
  loosen,
});

function createReviewActions(client: QueryClient, cache: CatalogCache): ReviewActions {
  /** Ids of the tools that are being accepted: a second click does nothing. */
  const accepting = new Set<string>();

  const notify = ({ entry }: ChangeReport, message: string): void => {
    if (entry !== null) notifyDone(message, () => void undo(cache, entry));
  };
  /** A mutation resolves to null if the user has to confirm it first. */
  const run = async (mutation: () => Promise<ChangeReport | null>, message: string): Promise<void> => {
    try {
      const report = await cache.edit(mutation);
      if (report === null) return;
      notify(report, message);
    } catch (error) {
      notifyError(error);
    }
    await cache.reload();
  };
  const navigation = useNavigation.getState;
  const environment = (): string | null => client.getQueryData(catalogQuery.queryKey)?.environment ?? null;

  /** Shows the tools as reviewed before the engine has answered. */
  const begin = ({ cards, onStart }: Acceptance): void => {
    onStart?.();
    useReviewSession.getState().begin(cards);
  };
  /** Resolves once the store is updated; the catalog reloads in the background. */
  const send = async (acceptance: Acceptance, loosen: boolean): Promise<void> => {
    const { cards, message } = acceptance;
    let accepted = false;
    try {
      const report = await backend.accept(acceptInput(acceptance, loosen));
      accepted = true;
      notify(report, message(report));
    } catch (error) {
      notifyError(error);
    }
    void cache.reload().finally(() => useReviewSession.getState().settle(cards, accepted));
  };
  const confirm = (acceptance: Acceptance): void => {
    const onConfirm = (loosen: boolean) => {
      begin(acceptance);
      void cache.edit(() => send(acceptance, loosen));
    };
    const { cards, environment } = acceptance;
    navigation().open({ kind: "accept", request: { cards, environment, onConfirm } });
  };
  /** Accepts a tool that is shown as reviewed, or asks the user first. */
  const sendUnlessLoosening = async (acceptance: Acceptance, title: string): Promise<void> => {
    const isLoosening = async () => (await backend.previewAccept(acceptInput(acceptance, false))).loosens.tools > 0;
    const withdraw = () => useReviewSession.getState().settle(acceptance.cards, false);
    try {
      if (!(await isLoosening())) return await send(acceptance, false);
      withdraw();
      // Another tool that was accepted right before asks, too.
      if (navigation().dialog !== null) return notifyInfo(strings.review.notConfirmed(title));
      acceptance.onAsk?.();
      confirm(acceptance);
    } catch (error) {
      notifyError(error);
      void cache.reload().finally(withdraw);
    }
  };

  return {
    accept: async (card, options = {}) => {
      const id = cardId(card);
      if (accepting.has(id)) return;
      const hints = card.badges.map(({ kind }) => BADGE_LABEL[kind]);
      const message = () => strings.review.accepted(card.title, hints, card.suspended);
      const acceptance = { message, ...options, cards: [card], environment: environment() };
      accepting.add(id);
      begin(acceptance);
      // One edit, so that no other edit comes between the preview and the acceptance.
      await cache.edit(() => sendUnlessLoosening(acceptance, card.title));
      accepting.delete(id);
    },
    acceptAll: (cards, message) => confirm({ cards, environment: environment(), message }),
    reopen: (key) => run(() => backend.reopenReview(key), strings.review.reopened(idOf(key))),
    moveDecisions: (removed, to) => {
      const message = strings.review.decisionsMoved(removed, removed.tool, to);
      const move = (loosen: boolean) => backend.moveDecisions(moveInput({ removed, to }, loosen));
      const onConfirm = (loosen: boolean) => void run(() => move(loosen), message);
      return run(async () => {
        const { tools } = await backend.previewMove(moveInput({ removed, to }, false));
        if (tools === 0) return move(false);
        navigation().open({ kind: "moveDecisions", request: { removed, to, onConfirm } });
        return null;
      }, message);
    },
  };
}

export function useReviewActions(): ReviewActions {
  const client = useQueryClient();
  const cache = useCatalogCache();
  return useMemo(() => createReviewActions(client, cache), [client, cache]);
}
