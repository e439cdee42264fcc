// Labels of the findings page.
import type { FindingCounts, FindingOrder, RuleCategory, ReportFormat, Severity, RemainingWorkView } from "../../backend";
import { counted } from "../../shared/ago";

export const CATEGORY_LABELS: Record<RuleCategory, string> = {
  required: "Required: the specification, or the directory the tool is sent to, demands it.",
  recommended: "Recommended: it is good for whoever uses the tool.",
  heuristic: "A suspicion: it may be wrong.",
};

export const ORDERS: readonly { value: FindingOrder; label: string }[] = [
  { value: "severity", label: "Severity" },
  { value: "tool", label: "Tool" },
  { value: "rule", label: "Rule" },
];

export const KINDS: readonly { severity: Severity | null; label: string; count: (counts: FindingCounts) => number }[] = [
  { severity: null, label: "All", count: ({ errors, warnings, notes }) => errors + warnings + notes },
  { severity: "error", label: "Errors", count: ({ errors }) => errors },
  { severity: "warning", label: "Warnings", count: ({ warnings }) => warnings },
  { severity: "note", label: "Notes", count: ({ notes }) => notes },
];

export const FORMATS: readonly { format: ReportFormat; label: string; fileName: string }[] = [
  { format: "text", label: "Text", fileName: "findings.txt" },
  { format: "markdown", label: "Markdown", fileName: "findings.md" },
  { format: "json", label: "JSON", fileName: "findings.json" },
  { format: "sarif", label: "SARIF", fileName: "findings.sarif" },
  { format: "junit", label: "JUnit", fileName: "findings.xml" },
  { format: "github", label: "GitHub annotations", fileName: "findings-github.txt" },
];

export const formatFixCount = (count: number): string => counted(count, "fix", "fixes");

/** Remaining work, quickest first; lists every kind of work that is left, and none that is done. */
export function formatRemainingWork({ safeFixes, hints, texts, server }: RemainingWorkView): string {
  const parts = [
    safeFixes > 0 ? counted(safeFixes, "one-click fix", "one-click fixes") : null,
    hints > 0 ? `${counted(hints, "hint")} to decide` : null,
    texts > 0 ? `${counted(texts, "text")} to write` : null,
    server > 0 ? `${server.toLocaleString("en")} only the server can mend` : null,
  ].filter((part) => part !== null);
  return parts.join(", ");
}
