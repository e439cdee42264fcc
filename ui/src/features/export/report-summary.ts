// Summary of a report: every tool counts once, by how much of it is exported; beside that, what is written, changed and left out.
// What the target cannot hold for any tool is separate, because it says nothing about a single tool.
import type { FidelityReport, TargetView, ToolReport } from "../../backend";

/** How much of a tool is exported. `hidden`: the toolset does not contain it, so the file hides it. */
export type Outcome = "none" | "partial" | "full" | "hidden";
/** What works first. */
export const OUTCOMES: readonly Outcome[] = ["full", "partial", "none", "hidden"];
export type OutcomeCount = { name: string; tools: number };
export type ReportSummary = {
  tools: number;
  /** Their sum is `tools`. */
  outcomes: Record<Outcome, number>;
  /** Fields that are written as they are. */
  kept: readonly OutcomeCount[];
  /** What changed fields become. */
  changed: readonly OutcomeCount[];
  /** Fields that are left out, although the target can hold them. */
  dropped: readonly OutcomeCount[];
  /** Fields that the target cannot hold. */
  unsupported: readonly OutcomeCount[];
};

/** Names of fields in a report, and of the kind of content that they are. */
const CONTENT_OF: ReadonlyMap<string, string> = new Map([
  ...["read-only", "destructive", "idempotent", "open-world", "title", "description", "icon", "parameters"].map((name) => [name, name] as const),
  ["notes", "description"], // notes are written into descriptions
]);
const PERMISSIONS = "allow, ask or deny";
/** Hints that decide a permission. */
const PERMISSION_HINTS: readonly string[] = ["read-only", "destructive"];
/** Field of a tool that the toolset does not contain. */
const NOT_OFFERED = "not offered";
/** Membership of the toolset is not a field of the tool. */
const SELECTION: readonly string[] = ["offered", NOT_OFFERED];

function canHold({ contents }: TargetView, field: string): boolean {
  const content = CONTENT_OF.get(field);
  if (content === undefined || contents.includes(content)) return true;
  return contents.includes(PERMISSIONS) && PERMISSION_HINTS.includes(content);
}

export function outcomeOf({ exported, changed, dropped }: ToolReport): Outcome {
  if (exported.includes(NOT_OFFERED)) return "hidden";
  if (exported.length + changed.length === 0) return "none";
  return dropped.length > 0 ? "partial" : "full";
}

/** The report without the fields that the target cannot hold, and its summary. */
export function summarizeReport(report: FidelityReport, target: TargetView): { report: FidelityReport; summary: ReportSummary } {
  const [kept, changed, dropped, unsupported] = [new Counter(), new Counter(), new Counter(), new Counter()];
  const outcomes: Record<Outcome, number> = { none: 0, partial: 0, full: 0, hidden: 0 };
  const tools = report.tools.map((tool): ToolReport => {
    const [holdable, others] = [true, false].map((is) => tool.dropped.filter(({ field }) => canHold(target, field) === is));
    unsupported.addOnce(others?.map(({ field }) => field));
    return others?.length ? { ...tool, dropped: holdable ?? [] } : tool;
  });
  for (const tool of tools) {
    const outcome = outcomeOf(tool);
    outcomes[outcome] += 1;
    kept.addOnce(tool.exported.filter((field) => !SELECTION.includes(field)));
    changed.addOnce(tool.changed.map(({ field, why }) => (field === "hints" ? why : `${field}: ${why}`)));
    if (outcome !== "hidden") dropped.addOnce(tool.dropped.map(({ field }) => field));
  }
  const summary = {
    tools: tools.length,
    outcomes,
    kept: kept.counts(),
    changed: changed.counts(),
    dropped: dropped.counts(),
    unsupported: unsupported.counts(),
  };
  return { report: { ...report, tools }, summary };
}

class Counter {
  readonly #counts = new Map<string, number>();

  /** Counts one tool for each distinct name. */
  addOnce(names: readonly string[] = []): void {
    for (const name of new Set(names)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The most frequent first. */
  counts(): OutcomeCount[] {
    return [...this.#counts].map(([name, tools]) => ({ name, tools })).sort((a, b) => b.tools - a.tools);
  }
}
