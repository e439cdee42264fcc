// A tool as one string, for keys and sets.
import type { ToolCard, ToolKey } from "../backend";

export const idOf = ({ server, tool }: ToolKey): string => `${server}.${tool}`;
export const keyOf = ({ server, name }: ToolCard): ToolKey => ({ server, tool: name });
export const cardId = (card: ToolCard): string => idOf(keyOf(card));
