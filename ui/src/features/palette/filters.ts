// Filters worth a command, in the words of the filter language.
export const FILTERS: readonly { query: string; label: string }[] = [
  { query: "hint:read-only", label: "Show read-only tools" },
  { query: "hint:destructive", label: "Show destructive tools" },
  { query: "hint:idempotent", label: "Show idempotent tools" },
  { query: "hint:open-world", label: "Show open-world tools" },
  { query: "is:unreviewed", label: "Show tools nobody has reviewed" },
  { query: "is:drifted", label: "Show tools that drifted" },
  { query: "is:suspended", label: "Show tools with a decision that waits" },
  { query: "is:conflict", label: "Show tools whose server contradicts inference" },
  { query: "is:inferred", label: "Show tools with inferred hints" },
  { query: "is:overridden", label: "Show tools somebody decided about" },
  { query: "has:note", label: "Show tools with notes" },
  { query: "has:problem", label: "Show malformed tools" },
];
