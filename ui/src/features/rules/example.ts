// Example of a rule that matches tools of an existing server.
import type { Catalog } from "../../backend";

export type RuleExample = { server: string; selector: string; word: string; /** The word is at the start of the names. */ isPrefix: boolean };

/** Words of tools that only read. */
const WORDS = ["get", "list", "read", "search"] as const;
const FALLBACK: RuleExample = { server: "github", selector: "github.get_*", word: "get_", isPrefix: true };

/** Prefers the demo, whose tools are known, then a server with matching tools. */
export function exampleFor({ servers, cards }: Catalog): RuleExample {
  const names = servers.map(({ name }) => name).sort((a, b) => Number(b === "demo") - Number(a === "demo"));
  for (const server of names) {
    const tools = cards.filter((card) => card.server === server);
    for (const word of WORDS) {
      if (tools.some(({ name }) => name.startsWith(`${word}_`))) return { server, selector: `${server}.${word}_*`, word: `${word}_`, isPrefix: true };
      if (tools.some(({ name }) => name.includes(`_${word}_`))) return { server, selector: `${server}.*_${word}_*`, word: `_${word}_`, isPrefix: false };
    }
  }
  const [first] = cards;
  if (!first) return FALLBACK;
  const word = /^[^_.-]+[_.-]?/.exec(first.name)?.[0] ?? first.name;
  return { server: first.server, selector: `${first.server}.${word}*`, word, isPrefix: true };
}
