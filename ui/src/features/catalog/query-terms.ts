// The terms of a query, as far as the window has to know them: which stand apart as chips, and where the text begins.
// What a term means, and whether it means anything, is for the backend to say.

/** A word of the query with its place, in UTF-16 units. */
export type Word = { text: string; start: number; end: number };

const WORD = /-?(?:[^\s":]+:)?"[^"]*"?|\S+/g;
const TERM = /^-?(?:is|has|hint|server|toolset|env):(?:"[^"]+"|[^\s"]+)$/i;

export const wordsOf = (query: string): Word[] =>
  [...query.matchAll(WORD)].map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }));

export const isTerm = (word: string): boolean => TERM.test(word);

/** Followed by a space, and not being written: the cursor stands elsewhere. */
const isComplete = (query: string, { text, end, start }: Word, cursor: number | null): boolean =>
  isTerm(text) && end < query.length && (cursor === null || cursor < start || cursor > end);

/** Where the chips end and the text begins: behind the terms that the query begins with, and their spaces. */
export function chipsEnd(query: string, cursor: number | null = null): number {
  let end = 0;
  for (const word of wordsOf(query)) {
    if (!isComplete(query, word, cursor)) break;
    end = word.end;
    while (/\s/.test(query[end] ?? "")) end += 1;
  }
  return end;
}

export const chipsOf = (query: string, end: number): Word[] => wordsOf(query.slice(0, end));

export type Settled = { query: string; end: number; cursor: number };

/** Puts terms that were completed in the middle of the text before it, where the chips are. All terms must hold, so the
 * order changes nothing. */
export function settle(query: string, cursor: number): Settled {
  const end = chipsEnd(query, cursor);
  const moved = wordsOf(query).find((word) => word.start >= end && isComplete(query, word, cursor));
  if (!moved) return { query, end, cursor };
  const chip = `${moved.text} `;
  const rest = query.slice(end, moved.start) + query.slice(moved.end + 1);
  const next = query.slice(0, end) + chip + rest;
  return settle(next, cursor > moved.end ? cursor : cursor + chip.length);
}

/** Without the chip at this place. */
export const withoutChip = (query: string, { start, end }: Word): string =>
  query.slice(0, start) + query.slice(end).replace(/^\s+/, "");

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const hasTerm = (query: string, term: string): boolean => wordsOf(query).some(({ text }) => same(text, term));

/** With the term as a chip, or without it. */
export function toggleTerm(query: string, term: string): string {
  const there = wordsOf(query).find(({ text }) => same(text, term));
  return there ? withoutChip(query, there) : `${term} ${query}`;
}

/** So that every term it begins with stands as a chip. */
export const asChips = (query: string): string => (query === "" || /\s$/.test(query) ? query : `${query} `);
