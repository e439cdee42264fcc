// Large catalogs: repeats the cards of a recording under other names.
import type { ToolCard } from "../src/backend/bindings";

export const repeatCards = (cards: readonly ToolCard[], count: number): ToolCard[] =>
  Array.from({ length: count }, (_, index) => {
    const [card, round] = [cards[index % cards.length] as ToolCard, Math.floor(index / cards.length)];
    return round === 0 ? card : { ...card, name: `${card.name}_${round}`, title: `${card.title} ${round}` };
  });
