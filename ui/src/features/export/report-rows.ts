// Rows of the report: tools with dropped, changed and exported fields, each group below its heading.
import type { FidelityReport, FieldOutcome } from "../../backend";

export type Outcome = "dropped" | "changed" | "exported";
export type OutcomeFilter = "all" | "changed" | "dropped";

/** `fields`: outcome of each field of the tool. */
export type ReportRow =
  | { kind: "head"; outcome: Outcome; count: number }
  | { kind: "tool"; outcome: Outcome; tool: string; fields: readonly FieldOutcome[] };

/** Losses come first, because the user has to review them. */
const ORDER: readonly Outcome[] = ["dropped", "changed", "exported"];

const withoutReason = (field: string): FieldOutcome => ({ field, why: "" });

export function reportRows({ tools }: FidelityReport, filter: OutcomeFilter): ReportRow[] {
  const rows: ReportRow[] = [];
  for (const outcome of ORDER) {
    if (filter !== "all" && filter !== outcome) continue;
    const matching = tools.filter((tool) => tool[outcome].length > 0);
    if (matching.length === 0) continue;
    rows.push({ kind: "head", outcome, count: matching.length });
    for (const tool of matching) {
      const fields = outcome === "exported" ? tool.exported.map(withoutReason) : tool[outcome];
      rows.push({ kind: "tool", outcome, tool: tool.tool, fields });
    }
  }
  return rows;
}
