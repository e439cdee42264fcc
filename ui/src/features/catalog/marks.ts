// Marking tools for one act together: single ones, a range from where it began, all that match.
export type MarkState = {
  marked: ReadonlySet<string>;
  /** Where a range begins, and what was marked before it: a range that shrinks gives back what it took. */
  from: { id: string; before: ReadonlySet<string> } | null;
};

export function toggled(marked: ReadonlySet<string>, id: string): MarkState {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return { marked: next, from: { id, before: next } };
}

/** Marks everything from where the range began to `to`, both included. `ids` is the order that is drawn. */
export function extended(state: MarkState, ids: readonly string[], current: string | null, to: string): MarkState {
  const from = state.from ?? { id: current ?? to, before: state.marked };
  const start = ids.indexOf(from.id);
  const end = ids.indexOf(to);
  if (end < 0) return state;
  // What the range began at is not shown any more: it begins anew.
  if (start < 0) return { marked: new Set([...state.marked, to]), from: { id: to, before: state.marked } };
  const marked = new Set(from.before);
  for (const id of ids.slice(Math.min(start, end), Math.max(start, end) + 1)) marked.add(id);
  return { marked, from };
}
