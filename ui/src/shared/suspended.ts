// Which decision waits for a person to look at the changed tool.
import type { LayerEntry, ResolvedHint } from "../backend";

const DECIDED: readonly LayerEntry["layer"][] = ["environment", "override"];

/** What a person decided about this very tool where it is shown. */
const ownEntry = ({ decided, stack }: ResolvedHint): LayerEntry | undefined =>
  decided === null
    ? undefined
    : stack.find((entry) => DECIDED.includes(entry.layer) && entry.rule === null && entry.value !== null);

/** What the control shows is decided, but does not hold. */
export const isWaiting = (hint: ResolvedHint): boolean =>
  hint.suspended !== null && (ownEntry(hint)?.suspended ?? false);

/** The decision that would hold if it did not wait: one's own, a rule's, or that of the base. */
export function waitingEntry(hint: ResolvedHint): { entry: LayerEntry; own: boolean } | null {
  if (hint.suspended === null) return null;
  const own = ownEntry(hint);
  if (own) return own.suspended ? { entry: own, own: true } : null;
  const entry = hint.stack.find((e) => e.suspended);
  return entry ? { entry, own: false } : null;
}
