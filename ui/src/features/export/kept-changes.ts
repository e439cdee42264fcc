// Indices of the changes of a file that the user excludes.
import type { DecisionChange } from "../../backend";

export type KeptChanges = ReadonlySet<number>;
export type Whose = "theirs" | "ours";

/** Changes to something that is already decided here. */
export const conflictsOf = (changes: readonly DecisionChange[]): KeptChanges =>
  new Set(changes.flatMap(({ before }, index) => (before === null ? [] : [index])));

export function toggled(kept: KeptChanges, index: number): KeptChanges {
  const next = new Set(kept);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** Side whose decisions apply to all conflicts; "mixed" if it is not the same for all. */
export function preferred(conflicts: KeptChanges, kept: KeptChanges): Whose | "mixed" {
  const ours = [...conflicts].filter((index) => kept.has(index)).length;
  if (ours === 0) return "theirs";
  return ours === conflicts.size ? "ours" : "mixed";
}
