// Rows of the report: every tool once, with its fields, below the heading of its outcome.
import type { FidelityReport, ToolReport } from "../../backend";
import type { Outcome } from "./report-summary";
import { outcomeOf } from "./report-summary";

export type OutcomeFilter = "all" | Outcome;

export type ReportRow = { kind: "head"; outcome: Outcome; count: number } | { kind: "tool"; outcome: Outcome; tool: ToolReport };

/** Losses come first, because the user has to review them. */
export const REVIEW_ORDER: readonly Outcome[] = ["none", "partial", "full", "hidden"];

export function reportRows({ tools }: FidelityReport, filter: OutcomeFilter): ReportRow[] {
  const rows: ReportRow[] = [];
  for (const outcome of REVIEW_ORDER) {
    if (filter !== "all" && filter !== outcome) continue;
    const matching = tools.filter((tool) => outcomeOf(tool) === outcome);
    if (matching.length === 0) continue;
    rows.push({ kind: "head", outcome, count: matching.length });
    for (const tool of matching) rows.push({ kind: "tool", outcome, tool });
  }
  return rows;
}
