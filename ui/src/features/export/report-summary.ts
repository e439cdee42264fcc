// Summary of a report: what a target keeps, what it changes to what, and what it leaves out. What the target cannot hold for any
// tool is separate, because it says nothing about a single tool.
import type { FidelityReport, TargetView, ToolReport } from "../../backend";

export type OutcomeCount = { name: string; tools: number };
export type ReportSummary = {
  /** Fields that are written as they are. */
  kept: Outcomes;
  /** What changed fields become. */
  changed: Outcomes;
  /** Fields that are left out, although the target can hold them. */
  dropped: Outcomes;
  /** Fields that the target cannot hold. */
  unsupported: readonly OutcomeCount[];
};
type Outcomes = { tools: number; counts: readonly OutcomeCount[] };

/** Names of fields in a report, and of the kind of content that they are. */
const CONTENT_OF: ReadonlyMap<string, string> = new Map([
  ...["read-only", "destructive", "idempotent", "open-world", "title", "description", "icon", "parameters"].map((name) => [name, name] as const),
  ["notes", "description"], // notes are written into descriptions
]);
const PERMISSIONS = "allow, ask or deny";
/** Hints that decide a permission. */
const PERMISSION_HINTS: readonly string[] = ["read-only", "destructive"];

function canHold({ contents }: TargetView, field: string): boolean {
  const content = CONTENT_OF.get(field);
  if (content === undefined || contents.includes(content)) return true;
  return contents.includes(PERMISSIONS) && PERMISSION_HINTS.includes(content);
}

/** The report without the fields that the target cannot hold, and its summary. */
export function summarizeReport(report: FidelityReport, target: TargetView): { report: FidelityReport; summary: ReportSummary } {
  const unsupported = new Counter();
  const tools = report.tools.map((tool): ToolReport => {
    const dropped = tool.dropped.filter(({ field }) => canHold(target, field));
    if (dropped.length === tool.dropped.length) return tool;
    for (const { field } of tool.dropped) if (!canHold(target, field)) unsupported.add(field);
    return { ...tool, dropped };
  });
  const outcomesOf = (namesOf: (tool: ToolReport) => readonly string[]): Outcomes => {
    const counter = new Counter();
    let count = 0;
    for (const tool of tools) {
      const names = new Set(namesOf(tool));
      if (names.size > 0) count += 1;
      for (const name of names) counter.add(name);
    }
    return { tools: count, counts: counter.counts() };
  };
  const summary = {
    kept: outcomesOf((tool) => tool.exported),
    changed: outcomesOf((tool) => tool.changed.map(({ field, why }) => (field === "hints" ? why : `${field}: ${why}`))),
    dropped: outcomesOf((tool) => tool.dropped.map(({ field }) => field)),
    unsupported: unsupported.counts(),
  };
  return { report: { ...report, tools }, summary };
}

class Counter {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The most frequent first. */
  counts(): OutcomeCount[] {
    return [...this.#counts].map(([name, tools]) => ({ name, tools })).sort((a, b) => b.tools - a.tools);
  }
}
