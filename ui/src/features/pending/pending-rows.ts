// Rows of the list of changes, grouped by tool. Independent of React.
import type { DecisionChange, ToolKey } from "../../backend";

export type PendingRow =
  | { kind: "subject"; subject: string; tool: ToolKey | null }
  | { kind: "change"; change: DecisionChange };

/** Tools and rules in the order of their first occurrence, each followed by all of its changes. */
export function pendingRows(changes: readonly DecisionChange[]): PendingRow[] {
  const bySubject = new Map<string, DecisionChange[]>();
  for (const change of changes) {
    const subject = `${change.tool ? "tool" : "rule"} ${change.subject}`;
    const group = bySubject.get(subject);
    if (group) group.push(change);
    else bySubject.set(subject, [change]);
  }
  return [...bySubject.values()].flatMap((group): PendingRow[] => {
    const [first] = group;
    if (!first) return [];
    const rows = group.map((change) => ({ kind: "change" as const, change }));
    return [{ kind: "subject", subject: first.subject, tool: first.tool }, ...rows];
  });
}
