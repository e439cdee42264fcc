// Indices of the changes of a file that the user excludes.
import type { DecisionChange } from "../../backend";

export type ExcludedChanges = ReadonlySet<number>;
export type ConflictSide = "theirs" | "ours";

/** Changes to something that is already decided here. */
export const conflictsOf = (changes: readonly DecisionChange[]): ExcludedChanges =>
  new Set(changes.flatMap(({ before }, index) => (before === null ? [] : [index])));

export function toggleIndex(excluded: ExcludedChanges, index: number): ExcludedChanges {
  const next = new Set(excluded);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** Side whose decisions apply to all conflicts; "mixed" if it is not the same for all. */
export function preferredSide(conflicts: ExcludedChanges, excluded: ExcludedChanges): ConflictSide | "mixed" {
  const ours = [...conflicts].filter((index) => excluded.has(index)).length;
  if (ours === 0) return "theirs";
  return ours === conflicts.size ? "ours" : "mixed";
}
