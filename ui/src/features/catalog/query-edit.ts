// Edits of the query: accept a suggestion, correct a term. Positions are in UTF-16 units, as in JavaScript strings.
import type { Completion, CompletionInput, FilterProblem } from "../../backend";

export type Edited = { query: string; cursor: number };

/** Inserts a suggestion. A complete term gets a trailing space; a key that needs a value does not. */
export function acceptCompletion(query: string, { replace, text }: Completion): Edited {
  const rest = query.slice(replace.end);
  const space = text.endsWith(":") || /^\s/.test(rest) ? "" : " ";
  const before = query.slice(0, replace.start) + text + space;
  return { query: before + rest, cursor: before.length };
}

const unquoted = (text: string): string => text.replaceAll('"', "").toLowerCase();

/**
 * Adapts suggestions for an earlier query to letters that were typed at the cursor since, so that accepting one replaces
 * all of them. Drops suggestions that no longer match.
 */
export function rebase(list: readonly Completion[], from: CompletionInput, query: string): readonly Completion[] {
  if (from.query === query) return list;
  return list.flatMap((completion) => {
    const { start, end } = completion.replace;
    const tail = from.query.slice(end);
    const newEnd = query.length - tail.length;
    const typed = query.slice(start, newEnd);
    const isSameWord = newEnd >= start && query.startsWith(from.query.slice(0, start)) && query.endsWith(tail) && !/\s/.test(typed);
    return isSameWord && unquoted(completion.text).startsWith(unquoted(typed)) && completion.text !== typed
      ? [{ ...completion, replace: { start, end: newEnd } }]
      : [];
  });
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
