// Marking tools for one act together: single ones, a range from where it began, all that match.
export type MarkState = {
  marked: ReadonlySet<string>;
  /** Where a range begins, and what was marked before it: a range that shrinks gives back what it took. A tool can be
   * drawn more than once; `at` tells which it is. */
  from: { id: string; at: number; before: ReadonlySet<string> } | null;
};

export function toggled(marked: ReadonlySet<string>, id: string, at: number): MarkState {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return { marked: next, from: { id, at, before: next } };
}

/** Marks everything from where the range began to `end`, both included. `ids` is the order that is drawn. */
export function extended(state: MarkState, ids: readonly string[], current: number, end: number): MarkState {
  const to = ids[end];
  if (to === undefined) return state;
  const first = ids[current] === undefined ? end : current;
  const from = state.from ?? { id: ids[first] ?? to, at: first, before: state.marked };
  const start = ids[from.at] === from.id ? from.at : ids.indexOf(from.id);
  // What the range began at is not shown any more: it begins anew.
  if (start < 0) return { marked: new Set([...state.marked, to]), from: { id: to, at: end, before: state.marked } };
  const marked = new Set(from.before);
  for (const id of ids.slice(Math.min(start, end), Math.max(start, end) + 1)) marked.add(id);
  return { marked, from };
}
