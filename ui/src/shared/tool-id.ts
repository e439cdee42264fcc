// String ids of tools, for React keys and sets.
import type { SeenTool, ToolCard, ToolKey } from "../backend";

export const idOf = ({ server, tool }: ToolKey): string => `${server}.${tool}`;
export const keyOf = ({ server, name }: ToolCard): ToolKey => ({ server, tool: name });
/** The tool with the definition that is shown: a change of it fails if the server has changed the tool since. */
export const seenTool = (card: ToolCard): SeenTool => ({ ...keyOf(card), seen: card.seen });

/** Cached ids: each change of the marks looks up the ids of all cards, and a set finds the same string object faster. */
const ids = new WeakMap<ToolCard, string>();
export function cardId(card: ToolCard): string {
  let id = ids.get(card);
  if (id === undefined) {
    id = idOf(keyOf(card));
    ids.set(card, id);
  }
  return id;
}
