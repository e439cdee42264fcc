// Terms of a query that the user is still typing: a key without a value, or a last word that is not valid yet.
import type { FilterProblem } from "../backend";

const WORD = /-?(?:[^\s":]+:)?"[^"]*"?|\S+/g;
const KEY_ONLY = /^-?(?:is|has|hint|server|toolset|env):"?$/i;

/** The query without its unfinished terms, so that they do not empty the list. */
export function withoutUnfinished(query: string, problems: readonly FilterProblem[]): string {
  const invalid = new Set(problems.map(({ term }) => term));
  const isUnfinished = (word: RegExpExecArray): boolean =>
    KEY_ONLY.test(word[0]) || (word.index + word[0].length === query.length && word[0].includes(":") && invalid.has(word[0]));
  const words = [...query.matchAll(WORD)];
  if (!words.some(isUnfinished)) return query;
  return words
    .filter((word) => !isUnfinished(word))
    .map((word) => word[0])
    .join(" ");
}
