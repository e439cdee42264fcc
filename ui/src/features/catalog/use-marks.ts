// Marked tools of the catalog page: their ids, their total of tokens, and how many of them the filter hides.
import { useEffect, useMemo, useRef } from "react";
import type { ToolCard } from "../../backend";
import { cardId } from "../../shared/tool-id";
import { useSelection } from "../../shared/selection";
import type { MarkState } from "./marks";
import { extended, toggled } from "./marks";

export type Marks = {
  marked: ReadonlySet<string>;
  /** Every listed tool is marked. */
  all: boolean;
  tokens: number;
  /** Number of marked tools that are not listed. */
  hidden: number;
  /** Positions are indices into the rendered order. */
  toggle: (position: number) => void;
  extend: (current: number, to: number) => void;
  /** Drops the anchor of the range after a move without marking: the next range starts at the current position. */
  leaveRange: () => void;
  markAll: () => void;
  clear: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** `listed` has all tools that pass the filter; `order` has the rendered ones, without those of collapsed groups. */
export function useMarks(cards: readonly ToolCard[], listed: readonly number[], order: readonly number[]): Marks {
  const marked = useSelection((state) => state.marked);
  const setMarked = useSelection((state) => state.setMarked);
  const range = useRef<MarkState["from"]>(null);

  const counts = useMemo(() => {
    let present = 0;
    let tokens = 0;
    let visible = 0;
    if (marked.size === 0) return { present, tokens, visible };
    for (const card of cards) {
      if (!marked.has(cardId(card))) continue;
      present += 1;
      tokens += card.tokens;
    }
    for (const index of listed) {
      const card = cards[index];
      if (card && marked.has(cardId(card))) visible += 1;
    }
    return { present, tokens, visible };
  }, [cards, listed, marked]);

  // Marks of tools that are no longer in the catalog are removed: bulk actions cannot change them.
  useEffect(() => {
    if (counts.present === marked.size) return;
    const ids = new Set(cards.map(cardId));
    setMarked(new Set([...marked].filter((id) => ids.has(id))));
  }, [cards, marked, counts, setMarked]);

  const idAt = (position: number): string | null => {
    const card = cards[order[position] ?? -1];
    return card ? cardId(card) : null;
  };
  const apply = ({ marked: next, from }: MarkState) => {
    range.current = from;
    setMarked(next);
  };

  return {
    marked,
    all: listed.length > 0 && counts.visible === listed.length,
    tokens: counts.tokens,
    hidden: counts.present - counts.visible,
    toggle: (position) => {
      const id = idAt(position);
      if (id !== null) apply(toggled(marked, id, position));
    },
    extend: (current, to) => {
      if (idAt(to) === null) return;
      const ids = order.map((index) => {
        const card = cards[index];
        return card ? cardId(card) : "";
      });
      apply(extended({ marked, from: range.current }, ids, current, to));
    },
    leaveRange: () => {
      range.current = null;
    },
    markAll: () => {
      const next = new Set(marked);
      for (const index of listed) {
        const card = cards[index];
        if (card) next.add(cardId(card));
      }
      apply({ marked: next, from: null });
    },
    clear: () => apply({ marked: NONE, from: null }),
  };
}
