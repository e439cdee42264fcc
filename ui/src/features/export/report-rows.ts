// The report as rows to draw: what was dropped, changed and exported, each under its head.
import type { FidelityReport, FieldOutcome } from "../../backend";

export type Outcome = "dropped" | "changed" | "exported";
export type OutcomeFilter = "all" | "changed" | "dropped";

/** `says` is what became of the fields of the tool. */
export type ReportRow =
  | { kind: "head"; outcome: Outcome; count: number }
  | { kind: "tool"; outcome: Outcome; tool: string; says: readonly FieldOutcome[] };

/** What is lost comes first: it is what must be looked at. */
const ORDER: readonly Outcome[] = ["dropped", "changed", "exported"];

const asTold = (field: string): FieldOutcome => ({ field, why: "" });

export function reportCounts({ tools }: FidelityReport): Record<Outcome, number> {
  const counts = { dropped: 0, changed: 0, exported: 0 };
  for (const tool of tools) for (const outcome of ORDER) if (tool[outcome].length > 0) counts[outcome] += 1;
  return counts;
}

export function reportRows({ tools }: FidelityReport, filter: OutcomeFilter): ReportRow[] {
  const rows: ReportRow[] = [];
  for (const outcome of ORDER) {
    if (filter !== "all" && filter !== outcome) continue;
    const own = tools.filter((tool) => tool[outcome].length > 0);
    if (own.length === 0) continue;
    rows.push({ kind: "head", outcome, count: own.length });
    for (const tool of own) {
      const says = outcome === "exported" ? tool.exported.map(asTold) : tool[outcome];
      rows.push({ kind: "tool", outcome, tool: tool.tool, says });
    }
  }
  return rows;
}
