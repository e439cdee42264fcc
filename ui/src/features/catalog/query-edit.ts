// Edits of the query: accept a suggestion, correct a term. Positions are in UTF-16 units, as in JavaScript strings.
import type { Completion, FilterProblem } from "../../backend";

export type Edited = { query: string; cursor: number };

/** Inserts a suggestion. A complete term gets a trailing space; a key that needs a value does not. */
export function acceptCompletion(query: string, { replace, text }: Completion): Edited {
  const rest = query.slice(replace.end);
  const space = text.endsWith(":") || /^\s/.test(rest) ? "" : " ";
  const before = query.slice(0, replace.start) + text + space;
  return { query: before + rest, cursor: before.length };
}

const isBoundary = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

/** Replaces the first whole word that equals the term. */
export function correctTerm(query: string, { term, suggestion }: FilterProblem): string {
  if (suggestion === null || term === "") return query;
  for (let at = query.indexOf(term); at >= 0; at = query.indexOf(term, at + 1)) {
    const end = at + term.length;
    if (isBoundary(query[at - 1]) && isBoundary(query[end])) return query.slice(0, at) + suggestion + query.slice(end);
  }
  return query;
}
