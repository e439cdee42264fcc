// Tool search by name and title, in one pass: every keystroke searches up to ten thousand cards.
import type { ToolCard } from "../../backend";
import { rankOf } from "./command";

export const MAX_TOOLS = 20;

type Names = { title: string; name: string };
const cache = new WeakMap<ToolCard, Names>();

/** Lower-case names, computed once per card. */
function namesOf(card: ToolCard): Names {
  let names = cache.get(card);
  if (!names) {
    names = { title: card.title.toLowerCase(), name: `${card.server}.${card.name}`.toLowerCase() };
    cache.set(card, names);
  }
  return names;
}

function rankOfTool(card: ToolCard, query: string, words: readonly string[]): number | null {
  const { title, name } = namesOf(card);
  const toolName = name.slice(card.server.length + 1);
  const ranks = [rankOf(title, query), rankOf(toolName, query), rankOf(name, query)].filter((rank) => rank !== null);
  if (ranks.length > 0) return Math.min(...ranks);
  return words.length > 1 && words.every((word) => title.includes(word) || name.includes(word)) ? 3 : null;
}

/** Best matches first: prefix, prefix of a word, substring, then all words in any order. */
export function findTools(cards: readonly ToolCard[], typed: string): ToolCard[] {
  const query = typed.trim().toLowerCase();
  if (query === "") return [];
  const words = query.split(/\s+/);
  const byRank: ToolCard[][] = [[], [], [], []];
  for (const card of cards) {
    const rank = rankOfTool(card, query, words);
    const found = rank === null ? undefined : byRank[rank];
    if (found && found.length < MAX_TOOLS) found.push(card);
    if (byRank[0]?.length === MAX_TOOLS) break;
  }
  return byRank.flat().slice(0, MAX_TOOLS);
}
