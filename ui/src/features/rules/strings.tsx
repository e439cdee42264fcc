// Texts of the rules page.
import type { ReactNode } from "react";
import { counted } from "../../shared/ago";

export const strings = {
  page: {
    title: "Rules",
    about: "A rule sets a hint on all matching tools, including new ones. Decisions on single tools take precedence.",
    count: (rules: number) => counted(rules, "rule"),
    loading: "Loading rules…",
    loadFailed: "Could not load the rules",
    removed: (selector: string, hint: string, environment: string) => `Rule ${selector} for ${hint} removed from ${environment}`,
  },

  empty: {
    title: "No rules yet",
    tryExample: "Try the example",
    example: (selector: ReactNode, server: ReactNode, { word, isPrefix }: { word: string; isPrefix: boolean }) => (
      <>
        For example, <code>{selector}</code> with Read-only Yes marks every tool of {server} whose name {isPrefix ? "starts with" : "contains"}{" "}
        <code>{word}</code> as read-only. If several rules match a tool, the narrowest one applies.
      </>
    ),
  },

  form: {
    label: "Rule",
    tools: "Tools",
    hint: "Hint",
    value: "Value",
    environment: "Environment",
    reason: "Reason",
    reasonPlaceholder: "Optional, one sentence for later reviewers",
    save: "Save rule",
    replace: "Replace rule",
    saved: (selector: string, environment: string, hint: string, value: string) =>
      `Rule ${selector} saved in ${environment}: ${hint} ${value}`,
  },

  // Below the form: the format of a selector, or the effect of the rule.
  effect: {
    format: (
      <>
        Write server.tool; <code>*</code> matches any text, <code>?</code> matches one character.
      </>
    ),
    loading: "Loading the preview…",
    // Followed by examples of the changed tools.
    counts: (matches: number, changes: number) => (
      <>
        Matches <b>{counted(matches, "tool")}</b>
        {changes === matches && changes > 0 ? <> and changes {changes === 1 ? "it" : "all of them"}</> : <> and changes <b>{changes.toLocaleString("en")}</b> of them</>}
      </>
    ),
    /** About the matching tools that do not change. */
    unchanged: (count: number) =>
      count === 1
        ? "The other tool does not change: it has this value already, or a narrower rule or its own decision applies."
        : `The other ${count.toLocaleString("en")} do not change: they have this value already, or a narrower rule or their own decision applies.`,
    more: (count: number) => ` and ${count.toLocaleString("en")} more`,
    replaces: "Replaces the existing rule with the same tools, hint and environment.",
    redundant: "The rule has no effect at the moment:",
  },

  table: {
    label: "Rules",
    /** Tooltips of the numbers. */
    matchesAbout: "Tools whose name matches",
    changesAbout: "Matching tools whose hint differs because of the rule. The others have this value already, or a narrower rule or their own decision applies.",
    tools: "Tools",
    decision: "Decision",
    environment: "Environment",
    matches: "Matches",
    changes: "Changes",
    actions: "Actions",
    ruleName: (selector: string, hint: string, environment: string) => `${selector}, ${hint}, ${environment}`,
    edit: "Edit",
    editNamed: (rule: string) => `Edit ${rule}`,
    remove: "Remove",
    removeNamed: (rule: string) => `Remove ${rule}`,
    no: (hint: string) => `${hint}: No`,
    reason: "Reason:",
    suspended: (tools: number) =>
      `Suspended on ${counted(tools, "tool")}: changed by the server and not reviewed since.`,
    redundant: "Redundant:",
  },
} as const;
