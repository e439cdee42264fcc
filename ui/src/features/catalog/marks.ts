// Marks of tools for bulk actions: toggle one tool, or extend a range from its anchor.
export type MarkState = {
  marked: ReadonlySet<string>;
  /** Anchor of the range, and the marks before it, which a shrinking range restores. A tool can be listed more than
   * once; `at` identifies the occurrence. */
  from: { id: string; at: number; before: ReadonlySet<string> } | null;
};

export function toggled(marked: ReadonlySet<string>, id: string, at: number): MarkState {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return { marked: next, from: { id, at, before: next } };
}

/** Marks everything from the anchor to `end`, both included. `ids` is the rendered order. */
export function extended(state: MarkState, ids: readonly string[], current: number, end: number): MarkState {
  const to = ids[end];
  if (to === undefined) return state;
  const first = ids[current] === undefined ? end : current;
  const from = state.from ?? { id: ids[first] ?? to, at: first, before: state.marked };
  const start = ids[from.at] === from.id ? from.at : ids.indexOf(from.id);
  // The anchor is no longer listed: a new range starts at `end`.
  if (start < 0) return { marked: new Set([...state.marked, to]), from: { id: to, at: end, before: state.marked } };
  const marked = new Set(from.before);
  for (const id of ids.slice(Math.min(start, end), Math.max(start, end) + 1)) marked.add(id);
  return { marked, from };
}
