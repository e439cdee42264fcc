// Place of the selected tool in the list: an edit does not move its card until the selection or the view changes.
import { useMemo, useState } from "react";
import type { ToolCard, ToolKey } from "../../backend";
import { idOf } from "../../shared/tool-id";
import type { Search } from "../../shared/use-search";

/** The selected tool as it was when it was selected or the view changed. */
type HeldPlace = {
  selected: string;
  view: string;
  index: number;
  card: ToolCard;
  /** First matches of the current query; null until they arrive. */
  matches: readonly number[] | null;
};

type Placed = {
  /** Cards by which the list is filtered, grouped and sorted. */
  cards: readonly ToolCard[];
  matches: readonly number[] | null;
};

/** Keeps a tool that no longer matches at its position among the matches. */
function keepMatch(matches: readonly number[], { matches: before, index }: HeldPlace): readonly number[] {
  const at = before?.indexOf(index) ?? -1;
  return at < 0 || matches.includes(index) ? matches : matches.toSpliced(Math.min(at, matches.length), 0, index);
}

/** `view`: environment, filter, grouping and order; each change of it places the tool by its current values. */
export function useHeldPlace(cards: readonly ToolCard[], selected: ToolKey | null, view: string, search: Search): Placed {
  const [held, setHeld] = useState<HeldPlace | null>(null);
  const id = selected && idOf(selected);
  const index = useMemo(
    () => (selected ? cards.findIndex((card) => card.name === selected.tool && card.server === selected.server) : -1),
    [cards, selected],
  );
  const current = cards[index];
  const isHeld = held !== null && held.selected === id && held.view === view && held.index === index;
  const matches = search.isCurrent ? search.matches : null;
  if (!isHeld && id !== null && current) setHeld({ selected: id, view, index, card: current, matches });
  else if (isHeld && held.matches === null && matches !== null) setHeld({ ...held, matches });
  return useMemo(() => {
    if (!isHeld) return { cards, matches: search.matches };
    return {
      cards: held.card === cards[index] ? cards : cards.with(index, held.card),
      matches: search.matches && search.isCurrent ? keepMatch(search.matches, held) : search.matches,
    };
  }, [cards, index, isHeld, held, search.matches, search.isCurrent]);
}
