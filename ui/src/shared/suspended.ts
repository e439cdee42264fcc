// Suspended decisions: without effect until the user reviews the changed tool.
import type { LayerEntry, ResolvedHint } from "../backend";

const DECIDED: readonly LayerEntry["layer"][] = ["environment", "override"];

/** Entry of the user's decision about the tool itself (not by a rule) in the current environment. */
const ownEntry = ({ decided, stack }: ResolvedHint): LayerEntry | undefined =>
  decided === null
    ? undefined
    : stack.find((entry) => DECIDED.includes(entry.layer) && entry.rule === null && entry.value !== null);

/** True if the decision in the control is suspended. */
export const isOwnSuspended = (hint: ResolvedHint): boolean =>
  hint.suspended !== null && (ownEntry(hint)?.suspended ?? false);

/** Suspended decision that would otherwise apply: the user's own, a rule's, or that of the base. */
export function suspendedEntry(hint: ResolvedHint): { entry: LayerEntry; own: boolean } | null {
  if (hint.suspended === null) return null;
  const own = ownEntry(hint);
  if (own) return own.suspended ? { entry: own, own: true } : null;
  const entry = hint.stack.find((e) => e.suspended);
  return entry ? { entry, own: false } : null;
}
