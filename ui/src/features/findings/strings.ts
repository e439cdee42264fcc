// Texts of the findings page, its panel and its dialogs.
import type { FindingCounts, RemainingWorkView } from "../../backend";
import { counted } from "../../shared/ago";
import { UNSAFE_FIX } from "../../shared/strings";

const number = (count: number): string => count.toLocaleString("en");
const formatFixCount = (count: number): string => counted(count, "fix", "fixes");

/** Remaining work, quickest first; omits the kinds of work that are done. */
export function formatRemainingWork({ safeFixes, hints, texts, server }: RemainingWorkView): string {
  const parts = [
    safeFixes > 0 ? counted(safeFixes, "safe fix", "safe fixes") : null,
    hints > 0 ? `${counted(hints, "hint")} to decide` : null,
    texts > 0 ? `${counted(texts, "text")} to write` : null,
    server > 0 ? `${server.toLocaleString("en")} to fix in the server` : null,
  ].filter((part) => part !== null);
  return parts.join(", ");
}

export const strings = {
  page: {
    title: "Findings",
    search: "Search findings",
    clearSearch: "Clear search",
    loading: "Loading findings",
    loadFailed: "Could not load the findings",
    resultCount: (count: number) => counted(count, "finding"),
  },

  // Button in the page header, and the reason why it is disabled.
  applyButton: {
    label: (fixes: number) => `Apply ${counted(fixes, "safe fix", "safe fixes")}`,
    readOnly: (reason: string) => `The store is read-only: ${reason}`,
    onlyUnsafe: "Only unsafe fixes are available. They follow from inference: check each tool, then apply its fix",
    noFixes: "None of these findings can be fixed automatically",
  },

  toolbar: {
    label: "Filters",
    severity: "Severity",
    suppressed: "Suppressed",
    server: "Server",
    allServers: "All servers",
    rule: "Rule",
    allRules: "All rules",
    sort: "Sort",
    profile: "Profile",
    profileSaved: (profile: string) => `Profile set to ${profile}`,
  },
  severities: { all: "All", error: "Errors", warning: "Warnings", note: "Notes" },
  orders: { severity: "Severity", tool: "Tool", rule: "Rule" },

  save: {
    button: "Save findings…",
    saved: (path: string) => `Findings saved to ${path}`,
    formats: {
      text: "Text…",
      markdown: "Markdown…",
      json: "JSON…",
      sarif: "SARIF…",
      junit: "JUnit…",
      github: "GitHub annotations…",
    },
  },

  list: {
    label: "Findings",
    more: (count: number) => `${number(count)} more match. Filter by server or rule to see them.`,
    /** What the numbers of the page and of the sidebar count. */
    counts: ({ errors, warnings, notes }: FindingCounts, isFiltered: boolean) =>
      `${counted(errors + warnings, "error or warning", "errors and warnings")}${isFiltered ? "" : " (the number in the sidebar)"} and ${counted(notes, "note")}.`,
    fixes: (safe: number, unsafe: number) =>
      `${number(safe)} of the listed findings ${safe === 1 ? "has" : "have"} a safe fix, ${number(unsafe)} an unsafe one.`,
  },
  row: {
    mayBeWrong: "may be wrong",
    suppressed: "suppressed",
    unsafe: "unsafe fix",
    unsafeReason: UNSAFE_FIX,
    /** After the label of such a fix, for screen readers. */
    unsafeSuffix: ", unsafe fix",
    fix: "Fix",
  },

  // Buttons of a row and of the panel.
  actions: {
    fixAll: "Fix all for this rule…",
    openTool: "Open tool",
    suppress: "Suppress…",
    unsuppress: "Remove suppression",
    suppressed: (rule: string, tool: string) => `${rule} suppressed on ${tool}`,
    unsuppressed: (rule: string, tool: string) => `Suppression of ${rule} on ${tool} removed`,
  },

  panel: {
    label: "Finding and readiness",
    about: "About this finding",
    source: "Source",
    copySource: "Copy source URL",
    // "Suppressed by anna on 12 September: The server sets it at run time."
    suppression: { suppressed: "Suppressed", by: "by", on: "on" },
  },
  categories: {
    required: "Required by the specification, or by the directory that lists the server.",
    recommended: "Recommended: it helps the people and models that use the tool.",
    heuristic: "Heuristic: this finding may be wrong.",
  },
  fix: {
    sets: "The fix sets:",
    setsUnsafe: `${UNSAFE_FIX} The fix sets:`,
    title: "Title",
    description: "Description",
    icon: "Icon",
    parameter: (name: string) => `Description of parameter ${name}`,
    inherit: "Inherit",
    /** Between the values before and after. */
    becomes: "becomes",
  },

  /** JSON of the tool before and after a fix. */
  fixJson: {
    show: "JSON before and after",
    title: "JSON before and after the fix",
    before: { title: "Now", label: "JSON as it is now", copyLabel: "Copy the JSON as it is now" },
    after: { title: "After the fix", label: "JSON after the fix", copyLabel: "Copy the JSON after the fix" },
  },

  readiness: {
    title: "Readiness",
    loadFailed: "Could not load the readiness.",
    retry: "Try again",
    // "16 of 20 checks pass for all servers"
    passedFor: (passed: number, checks: number) => `${passed.toLocaleString("en")} of ${counted(checks, "check")} pass for`,
    allServers: "all servers",
    state: (ready: boolean, remaining: string) => {
      if (remaining === "") return ready ? "Ready" : "Not ready";
      return ready ? `Ready. Remaining: ${remaining}` : `Remaining: ${remaining}`;
    },
    mayBeWrong: "may be wrong",
    passes: "Passes",
    allTools: (tools: number) => `all ${tools.toLocaleString("en")}`,
    failingTools: (tools: number) => counted(tools, "tool"),
    doFirst: "Do first",
    // "destructive, called 12 times, 2 errors"
    why: (behaviour: string, calls: number, errors: number) =>
      [behaviour, calls > 0 ? `called ${counted(calls, "time")}` : "", counted(errors, "error")].filter(Boolean).join(", "),
    otherProfiles: "Other profiles",
    passedOf: (passed: number, checks: number) => `${passed.toLocaleString("en")} of ${checks.toLocaleString("en")}`,
  },

  empty: {
    noTools: "No tools yet",
    noToolsHelp: "Findings appear here after a server has been scanned.",
    noMatches: "No matching findings",
    noMatchesHelp: "Clear the filters to see all findings.",
    clearFilters: "Clear filters",
    noFindings: (profile: string) => `No findings in ${profile}`,
    toolsPass: (tools: number) =>
      tools === 1 ? "The tool passes every check of this profile." : `All ${counted(tools, "tool")} pass every check of this profile.`,
    suppressed: (count: number) => `${counted(count, "finding")} ${count === 1 ? "is" : "are"} suppressed.`,
  },

  fixesDialog: {
    title: "Apply fixes",
    about: "Review the changes before you apply them. One undo reverts all of them.",
    tool: "Tool",
    change: "Change",
    safety: "Safety",
    safe: "Safe",
    unsafe: "Unsafe",
    includeUnsafe: (count: number) => `Include unsafe fixes, which follow from inference (${number(count)})`,
    cancel: "Cancel",
    apply: (fixes: number | null) => (fixes === null ? "Apply" : `Apply ${formatFixCount(fixes)}`),
    applied: (tools: number) => `Fixed ${counted(tools, "tool")}`,
    changedMeanwhile: "The findings changed while this dialog was open, so no fix was applied. Review the updated list.",
    loading: "Loading the preview…",
    changes: "Changes",
    sum: (fixes: number, tools: number) => `${formatFixCount(fixes)} on ${counted(tools, "tool")}`,
    noFixes: "No fixes to apply.",
    onlyUnsafe: "No safe fixes. Unsafe fixes are not included.",
    more: (count: number) => `and ${count.toLocaleString("en")} more`,
  },

  suppressDialog: {
    title: "Suppress this finding?",
    about: "The finding no longer counts, in the app or on the command line. To list it again, choose “Suppressed” on the findings page.",
    reason: "Reason",
    reasonNote: "One sentence that explains the decision to later reviewers",
    reasonMissing: "Enter a reason, so that later reviewers know why the finding is suppressed",
    cancel: "Cancel",
    suppress: "Suppress",
  },
} as const;
