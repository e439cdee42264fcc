// Lexer of the search query: which terms become chips, and where the free text begins.
// The backend interprets and validates the terms.

/** Word of the query with its offsets in UTF-16 units. */
export type QueryWord = { text: string; start: number; end: number };

const WORD = /-?(?:[^\s":]+:)?"[^"]*"?|\S+/g;
const TERM = /^-?(?:is|has|hint|server|toolset|env):(?:"[^"]+"|[^\s"]+)$/i;

export const wordsOf = (query: string): QueryWord[] =>
  [...query.matchAll(WORD)].map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }));

export const isTerm = (word: string): boolean => TERM.test(word);

/** True for a term that is followed by a space and is not being typed (the cursor does not touch it). */
const isComplete = (query: string, { text, end, start }: QueryWord, cursor: number | null): boolean =>
  isTerm(text) && end < query.length && (cursor === null || cursor < start || cursor > end);

/** Offset at which the chips end and the text begins: after the leading terms of the query and their spaces. */
export function chipsEnd(query: string, cursor: number | null = null): number {
  let end = 0;
  for (const word of wordsOf(query)) {
    if (!isComplete(query, word, cursor)) break;
    end = word.end;
    while (/\s/.test(query[end] ?? "")) end += 1;
  }
  return end;
}

export const chipsOf = (query: string, end: number): QueryWord[] => wordsOf(query.slice(0, end));

export type Settled = { query: string; end: number; cursor: number };

/** Moves terms that were completed inside the text to the chips before it. Terms are combined with AND, so their
 * order has no effect. */
export function settle(query: string, cursor: number): Settled {
  const end = chipsEnd(query, cursor);
  const moved = wordsOf(query).find((word) => word.start >= end && isComplete(query, word, cursor));
  if (!moved) return { query, end, cursor };
  const chip = `${moved.text} `;
  const rest = query.slice(end, moved.start) + query.slice(moved.end + 1);
  const next = query.slice(0, end) + chip + rest;
  return settle(next, cursor > moved.end ? cursor : cursor + chip.length);
}

/** The query without this chip and the spaces after it. */
export const withoutChip = (query: string, { start, end }: QueryWord): string =>
  query.slice(0, start) + query.slice(end).replace(/^\s+/, "");

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const hasTerm = (query: string, term: string): boolean => wordsOf(query).some(({ text }) => same(text, term));

/** Adds the term as a chip, or removes it if the query contains it. */
export function toggleTerm(query: string, term: string): string {
  const existing = wordsOf(query).find(({ text }) => same(text, term));
  return existing ? withoutChip(query, existing) : `${term} ${query}`;
}

/** Appends a space if necessary, so that every leading term becomes a chip. */
export const asChips = (query: string): string => (query === "" || /\s$/.test(query) ? query : `${query} `);
