// The changes as one list of lines, tool by tool. Knows nothing of React.
import type { DecisionChange, ToolKey } from "../../backend";

export type PendingRow =
  | { kind: "subject"; subject: string; tool: ToolKey | null }
  | { kind: "change"; change: DecisionChange };

/** Tools and rules in the order in which they first occur, each with all that changed about it. */
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
