// What this window remembers of a review: which tool is looked at, and what was done in this sitting.
import { create } from "zustand";
import type { ToolCard, ToolKey } from "../backend";
import { cardId } from "./tool-id";

export type QueueOrder = "danger" | "server" | "name";

type Sitting = {
  order: QueueOrder;
  selected: ToolKey | null;
  /** Accepted here, in order; those that were taken back stand in the queue again. */
  done: readonly ToolCard[];
  /** Accepted, but not yet gone from the queue that was read. */
  pending: ReadonlySet<string>;

  /** Begins at the top of the new order. */
  setOrder: (order: QueueOrder) => void;
  select: (key: ToolKey | null) => void;
  begin: (cards: readonly ToolCard[]) => void;
  /** The queue tells the truth again. */
  settle: (cards: readonly ToolCard[], accepted: boolean) => void;
};

export const useReviewSession = create<Sitting>()((set) => ({
  order: "danger",
  selected: null,
  done: [],
  pending: new Set<string>(),

  setOrder: (order) => set({ order, selected: null }),
  select: (selected) => set({ selected }),
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
