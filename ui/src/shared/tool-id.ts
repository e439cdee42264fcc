// A tool as one string, for keys and sets.
import type { ToolCard, ToolKey } from "../backend";

export const idOf = ({ server, tool }: ToolKey): string => `${server}.${tool}`;
export const keyOf = ({ server, name }: ToolCard): ToolKey => ({ server, tool: name });

/** Every mark looks at the ids of all cards: each is made once, and found in a set without being read again. */
const ids = new WeakMap<ToolCard, string>();
export function cardId(card: ToolCard): string {
  let id = ids.get(card);
  if (id === undefined) {
    id = idOf(keyOf(card));
    ids.set(card, id);
  }
  return id;
}
