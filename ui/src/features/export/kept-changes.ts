// Which changes of a file are left out, by where they stand.
import type { DecisionChange } from "../../backend";

export type Kept = ReadonlySet<number>;
export type Whose = "theirs" | "ours";

/** Where something is decided here already. */
export const conflictsOf = (changes: readonly DecisionChange[]): Kept =>
  new Set(changes.flatMap(({ before }, index) => (before === null ? [] : [index])));

export function toggled(kept: Kept, index: number): Kept {
  const next = new Set(kept);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** Whose decision holds where both decided, if it is the same everywhere. */
export function preferred(conflicts: Kept, kept: Kept): Whose | "mixed" {
  const ours = [...conflicts].filter((index) => kept.has(index)).length;
  if (ours === 0) return "theirs";
  return ours === conflicts.size ? "ours" : "mixed";
}
