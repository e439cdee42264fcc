// Store of the review session: order, selected tool, and the tools accepted in this session.
import { create } from "zustand";
import type { ToolCard, ToolKey } from "../backend";
import { cardId, idOf } from "./tool-id";

export type QueueOrder = "danger" | "calls" | "module" | "server" | "name";

type ReviewSession = {
  order: QueueOrder;
  selected: ToolKey | null;
  /** Tools accepted in this session, in order; a tool whose acceptance failed is removed again. */
  done: readonly ToolCard[];
  /** Ids of tools that are accepted but still in the cached queue. */
  pending: ReadonlySet<string>;
  /** Ids of the tools that were shown next, by the id of the accepted tool; null after the last one of the queue. */
  nextOf: ReadonlyMap<string, string | null>;

  /** Changes the order; the first tool becomes the selected one. */
  setOrder: (order: QueueOrder) => void;
  select: (key: ToolKey | null) => void;
  /** Selects the tool after an accepted one; "Back" returns to the accepted tool. */
  continueWith: (accepted: ToolKey, next: ToolKey | null) => void;
  begin: (cards: readonly ToolCard[]) => void;
  /** Ends the pending state after the queue was refetched; `accepted` is false if the request failed. */
  settle: (cards: readonly ToolCard[], accepted: boolean) => void;
};

export const useReviewSession = create<ReviewSession>()((set) => ({
  order: "danger",
  selected: null,
  done: [],
  pending: new Set<string>(),
  nextOf: new Map<string, string | null>(),

  setOrder: (order) => set({ order, selected: null }),
  select: (selected) => set({ selected }),
  continueWith: (accepted, next) =>
    set(({ nextOf }) => ({ selected: next, nextOf: new Map(nextOf).set(idOf(accepted), next && idOf(next)) })),
  begin: (cards) =>
    set(({ done, pending }) => {
      const ids = new Set(cards.map(cardId));
      return { done: [...done.filter((card) => !ids.has(cardId(card))), ...cards], pending: new Set([...pending, ...ids]) };
    }),
  settle: (cards, accepted) =>
    set(({ done, pending }) => {
      const ids = new Set(cards.map(cardId));
      return {
        done: accepted ? done : done.filter((card) => !ids.has(cardId(card))),
        pending: new Set([...pending].filter((id) => !ids.has(id))),
      };
    }),
}));
