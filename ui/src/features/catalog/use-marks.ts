// The marks of the catalog page: which tools, what they cost together, and how many of them the filter hides.
import { useEffect, useMemo, useRef } from "react";
import type { ToolCard } from "../../backend";
import { cardId } from "../../shared/tool-id";
import { useSelection } from "../../shared/selection";
import type { MarkState } from "./marks";
import { extended, toggled } from "./marks";

export type Marks = {
  marked: ReadonlySet<string>;
  /** Of the tools that are listed. */
  all: boolean;
  tokens: number;
  /** Marked, but not listed. */
  hidden: number;
  /** Positions are those of the order that is drawn. */
  toggle: (position: number) => void;
  extend: (current: number, to: number) => void;
  /** Somebody went on without marking: the next range begins where they are. */
  leaveRange: () => void;
  markAll: () => void;
  clear: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** `listed` are the tools that pass the filter, `order` those that are drawn; folded groups make the difference. */
export function useMarks(cards: readonly ToolCard[], listed: readonly number[], order: readonly number[]): Marks {
  const marked = useSelection((state) => state.marked);
  const setMarked = useSelection((state) => state.setMarked);
  const range = useRef<MarkState["from"]>(null);

  const counts = useMemo(() => {
    let there = 0;
    let tokens = 0;
    let shown = 0;
    if (marked.size === 0) return { there, tokens, shown };
    for (const card of cards) {
      if (!marked.has(cardId(card))) continue;
      there += 1;
      tokens += card.tokens;
    }
    for (const index of listed) {
      const card = cards[index];
      if (card && marked.has(cardId(card))) shown += 1;
    }
    return { there, tokens, shown };
  }, [cards, listed, marked]);

  // A tool that is gone cannot be acted on.
  useEffect(() => {
    if (counts.there === marked.size) return;
    const ids = new Set(cards.map(cardId));
    setMarked(new Set([...marked].filter((id) => ids.has(id))));
  }, [cards, marked, counts, setMarked]);

  const idAt = (position: number): string | null => {
    const card = cards[order[position] ?? -1];
    return card ? cardId(card) : null;
  };
  const put = ({ marked: next, from }: MarkState) => {
    range.current = from;
    setMarked(next);
  };

  return {
    marked,
    all: listed.length > 0 && counts.shown === listed.length,
    tokens: counts.tokens,
    hidden: counts.there - counts.shown,
    toggle: (position) => {
      const id = idAt(position);
      if (id !== null) put(toggled(marked, id, position));
    },
    extend: (current, to) => {
      if (idAt(to) === null) return;
      const ids = order.map((index) => {
        const card = cards[index];
        return card ? cardId(card) : "";
      });
      put(extended({ marked, from: range.current }, ids, current, to));
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
      put({ marked: next, from: null });
    },
    clear: () => put({ marked: NONE, from: null }),
  };
}
