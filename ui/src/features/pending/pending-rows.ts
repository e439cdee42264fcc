// Rows of the list of changes, grouped by tool. Independent of React.
import type { DecisionChange, ToolKey } from "../../backend";

export type PendingRow =
  | { kind: "subject"; subject: string; tool: ToolKey | null; isRule: boolean }
  | { kind: "change"; change: DecisionChange };

/** Fields that a rule can decide, as the backend names them. */
const RULE_FIELDS: ReadonlySet<string> = new Set(["read-only", "destructive", "idempotent", "open-world"]);

/** Tools, rules and other subjects in the order of their first occurrence, each followed by all of its changes. */
export function pendingRows(changes: readonly DecisionChange[]): PendingRow[] {
  const bySubject = new Map<string, DecisionChange[]>();
  for (const change of changes) {
    const subject = `${kindOf(change)} ${change.subject}`;
    const group = bySubject.get(subject);
    if (group) group.push(change);
    else bySubject.set(subject, [change]);
  }
  return [...bySubject.values()].flatMap((group): PendingRow[] => {
    const [first] = group;
    if (!first) return [];
    const rows = group.map((change) => ({ kind: "change" as const, change }));
    return [{ kind: "subject", subject: first.subject, tool: first.tool, isRule: kindOf(first) === "rule" }, ...rows];
  });
}

function kindOf({ tool, field }: DecisionChange): "tool" | "rule" | "other" {
  if (tool) return "tool";
  return RULE_FIELDS.has(field) ? "rule" : "other";
}
