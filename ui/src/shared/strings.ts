// Texts that several features share: labels of hints, layers and states, shortcuts, and the texts of shared components.
// The named tables have one home here and are exported again by the modules that use them (hints, severity, server-state).
import { counted } from "./counted";

const number = (count: number): string => count.toLocaleString("en");

/** Why a fix is unsafe, and what to do. A safe fix follows from what the server declares. */
export const UNSAFE_FIX =
  "Unsafe fix: it follows from inference, not from what the server declares, and changes what clients do. Check the tool first.";

export const strings = {
  /** Undo and redo, in the toast of every change. */
  toast: {
    undo: "Undo",
    redo: "Redo",
    undone: (change: string) => `Undid: ${change}`,
    redone: (change: string) => `Redid: ${change}`,
    moreWarnings: (count: number) => `And ${number(count)} more.`,
    copyFailed: "Could not copy: the clipboard rejected the text",
  },

  pages: {
    catalog: "All tools",
    review: "Review queue",
    servers: "Servers",
    rules: "Rules",
    history: "History",
    export: "Export",
    gateway: "Gateway",
    findings: "Findings",
  },

  failed: { retry: "Try again" },

  time: {
    justNow: "just now",
    minute: "minute",
    hour: "hour",
    day: "day",
    ago: (count: number, unit: string) => `${counted(count, unit)} ago`,
  },

  /** Values, layers and sources of a hint. */
  hints: {
    labels: { readOnly: "Read-only", destructive: "Destructive", idempotent: "Idempotent", openWorld: "Open-world" },
    badges: {
      readOnly: "Read-only",
      modifies: "Modifies",
      destructive: "Destructive",
      idempotent: "Idempotent",
      openWorld: "Open-world",
    },
    inherit: "Inherit",
    yes: "Yes",
    no: "No",
    default: "Default",
    /** Source of the value, for screen readers. */
    marks: { assumed: "assumed", declared: "declared by the server", decided: "decided by you" },
    layers: {
      environment: "Environment",
      override: "Decision",
      declared: "Declared",
      inferred: "Inferred",
      default: "Default",
    },
    /** Result of an inference rule; a rule that only lowers the certainty has none. */
    inference: { yes: "yes", no: "no", none: "inconclusive" },
    sentences: "What the hints mean",
  },

  /** (i) tooltip of each hint. The examples continue a tool name. */
  hintMeaning: {
    readOnly: {
      question: "Does this tool only read, and change nothing?",
      client: "Clients may run it without asking. Without this hint, they must assume that the tool changes something.",
      yes: { code: "search_notes", rest: ": finds notes and changes nothing" },
      no: { code: "create_note", rest: ": adds a note" },
      fallback: "No, if the server does not declare it",
    },
    destructive: {
      question: "Can this tool delete or overwrite something?",
      client: "Clients ask before each call, or refuse it. The hint applies only to tools that are not read-only.",
      yes: { code: "delete_note", rest: ", or a tool that overwrites an existing file" },
      no: { code: "create_note", rest: ": adds a note and deletes nothing" },
      fallback: "Yes for a writing tool, if the server does not declare it",
    },
    idempotent: {
      question: "Does repeating an identical call change nothing more?",
      client: "Clients may retry after a failure. The hint applies only to tools that are not read-only.",
      yes: { code: "set_status", rest: ": setting “away” twice has the effect of setting it once" },
      no: { code: "append_text", rest: ": each call adds the text again" },
      fallback: "No for a writing tool, if the server does not declare it",
    },
    openWorld: {
      question: "Does this tool reach anything outside its own system?",
      client: "Clients treat its results as untrusted, and may ask before the tool sends data.",
      yes: { code: "web_search", rest: ": anyone can have written the results" },
      no: { code: "get_note", rest: ": reads only your notes" },
      fallback: "Yes, if the server does not declare it",
    },
  },

  hintRow: {
    meaning: (hint: string) => `What ${hint} means`,
    notUsed: (reason: string) => `Not used: ${reason}`,
    reset: (hint: string) => `Reset ${hint}`,
    why: "Why?",
    whyLabel: (hint: string) => `Why? ${hint}`,
    whyTitle: (hint: string, value: string) => `Why ${hint} is ${value}`,
  },

  /** Below a hint: suspended decisions, rules, and declarations that changed after the decision. */
  hintNotes: {
    yourDecision: (value: string) => `Your ${value}`,
    baseDecision: (value: string) => `The base environment’s ${value}`,
    /** Before the selector of the rule. */
    ruleDecision: (value: string) => `The ${value} from the rule`,
    suspended: " is suspended: the server changed the tool",
    suspendedUntilAccepted: (value: string, isSame: boolean) =>
      ` is suspended until you accept the tool. Until then, ${value} applies${isSame ? " anyway" : ""}.`,
    superseded: {
      redundant: "The server now declares the same value",
      contradicted: "The server now declares the opposite",
    },
    /** Before the selector of the rule. */
    rule: "Set by the rule",
    changedIn: (environments: string) => `Changed in ${environments}`,
    differsIn: (environments: string) => `Different in ${environments}`,
  },

  /** Layers of a value ("Why?"), and whether each one applies, for screen readers. */
  layerStack: {
    decisionIn: (environment: string) => `Decision in ${environment}`,
    states: { won: ", applies", silent: "", waits: ", suspended", lost: ", replaced by a value above" },
    noValue: "none",
    suspended: "Suspended until you review the changed tool",
  },

  /** Reasons for and against an inferred value. Without a value, the supporting ones are for the default. */
  guess: {
    supporting: (value: boolean | null) => (value === null ? "For the default" : "For"),
    opposing: "Against",
    wrong: "You marked this guess as wrong.",
    mark: (wrong: boolean) => (wrong ? "Remove the mark" : "This guess is wrong"),
    markLabel: (hint: string, wrong: boolean) => (wrong ? `Remove the mark of ${hint}` : `This guess is wrong: ${hint}`),
  },

  reason: {
    label: (hint: string) => `Reason for ${hint}`,
    placeholder: "One sentence",
    add: "Add a reason",
    addSuffix: (hint: string) => `for ${hint}`,
    reason: "Reason:",
    edit: "Edit",
    editSuffix: (hint: string) => `the reason for ${hint}`,
  },

  loosening: {
    label: "Loosened tools",
    head: (tools: number) => `This loosens ${counted(tools, "tool")}`,
    effect: (tools: number) =>
      tools === 1
        ? "Clients treat it as less dangerous and may then call it without asking you."
        : "Clients treat them as less dangerous and may then call them without asking you.",
    showAll: (listed: number, all: number) => (listed < all ? `Show ${number(listed)} of ${number(all)}` : `Show all ${number(all)}`),
    unlisted: (count: number) => `and ${number(count)} more, which are not listed`,
    confirm: (tools: number) => `Loosen ${tools === 1 ? "this tool" : "these tools"} anyway`,
    cancel: "Cancel",
    /** Before the decisions that loosen a hint. */
    decided: "Decided:",
  },

  /** Changes of a tool by its server. */
  drift: {
    sinceReview: (by: string | null, day: string) =>
      `since ${by === null ? "the last review" : `${by} reviewed it`}${day === "" ? "" : ` on ${day}`}`,
    sinceDecision: "since the last decision",
    unknown:
      "Hintsmith no longer has the earlier definition and cannot show what changed. Review the whole tool before you accept it.",
    description: "Your description stays. Compared with the server’s new text:",
    kinds: { added: ", added", removed: ", removed", changed: ", changed" },
  },

  wordDifference: { added: " added: ", removed: " removed: " },

  /** Cells of a table of changes. */
  changes: {
    fields: { title: "Title", description: "Description", icon: "Icon", review: "Review", comment: "Comment", toolset: "Toolset", approval: "Approval" },
    parameter: (name: string) => `Parameter ${name}`,
    notDecided: "not decided",
    becomes: "becomes ",
  },

  /** Long texts. */
  text: {
    showAll: "Show all",
    showLess: "Show less",
    more: (count: number) => `… ${number(count)} more characters`,
    moreInJson: (count: number) => `and ${number(count)} more characters (see JSON)`,
    hiddenCharacters: (count: number) =>
      count === 1 ? "1 hidden character is shown as its code." : `${number(count)} hidden characters are shown as their codes.`,
    sizeUnits: ["bytes", "KiB", "MiB", "GiB"],
  },

  coverage: {
    noParameters: "no parameters",
    described: (described: number, parameters: number) =>
      `${number(described)} of ${counted(parameters, "parameter")} ${described === 1 ? "has" : "have"} a description`,
  },

  severity: { error: "Error", warning: "Warning", note: "Note" },

  serverStates: {
    off: "Off",
    idle: "Not scanned yet",
    connecting: "Connecting…",
    ready: "Ready",
    needsSignIn: "Needs sign-in",
    failed: "Failed",
  },

  file: { label: "File", choose: "Choose…" },

  /** Syntax errors of JSON that the user typed. */
  json: {
    at: (line: number, column: number, message: string) => `Line ${number(line)}, column ${number(column)}: ${message}`,
    unescaped: "a line break or tab in a string must be escaped as \\n or \\t",
    invalidEscape: "invalid escape sequence",
    unterminatedString: "unterminated string",
    expectedValue: "expected a value",
    unexpectedEnd: "expected a value, but the text ends here",
    expectedName: "expected a property name in double quotes",
    expectedColon: "expected a colon",
    expectedCommaOr: (closing: string) => `expected a comma or ${closing}`,
    textAfterValue: "unexpected text after the value",
  },

  /** List of shortcuts, by area. */
  shortcuts: {
    everywhere: {
      area: "Everywhere",
      palette: "Find a command, a page or a tool",
      undo: "Undo the last change",
      redo: "Redo the last undone change",
      preferences: "Preferences",
      zoomIn: "Larger text",
      zoomOut: "Smaller text",
      zoomReset: "Default text size",
      shortcuts: "Show this list",
    },
    catalog: {
      area: "All tools",
      step: "Next or previous tool",
      move: "Move between the cards, or up and down the rows",
      search: "Search",
      open: "Open the tool beside the table",
      mark: "Select the tool, or deselect it",
      extend: "Select a range (also Shift+j, Shift+k, Shift+click)",
      markAll: "Select all matching tools",
      hintsOfMarked: "With selected tools: set a hint on all of them",
      decisionsOfMarked: "With selected tools: reset, accept inference, mark as reviewed",
      clear: "Clear the selection, then close the panel beside the table, then clear the filter",
    },
    tool: {
      area: "Current tool",
      readOnly: "Cycle Read-only: Inherit, Yes, No",
      destructive: "Cycle Destructive",
      idempotent: "Cycle Idempotent",
      openWorld: "Cycle Open-world",
      reset: "Reset all hints of the tool",
      acceptInference: "Accept the inferred hints",
      acceptAndNext: "Accept the tool and go to the next",
      editTitle: "Edit the title",
      run: "Run the tool",
      writeNote: "Write a note for the model",
      submit: "Save a note, comment or parameter description; in the run dialog, run the tool",
    },
    review: {
      area: "Review",
      step: "Skip the tool, or go back to the previous one",
      acceptAndNext: "Accept the tool and go to the next",
      decide: "Set hints, reset them or accept inference",
    },
    toolset: {
      area: "Toolset",
      step: "Next or previous tool",
      open: "Show the tool in the catalog",
      remove: "Remove the tool from the toolset",
    },
    findings: {
      area: "Findings",
      search: "Search findings",
      step: "Next or previous finding",
      fix: "Apply the fix",
      openTool: "Open the tool",
      suppress: "Suppress the finding, or remove its suppression",
    },
    history: { area: "History", search: "Search the history" },
    gateway: {
      area: "Gateway",
      search: "Filter calls",
      step: "Next or previous call",
      toggle: "Show or hide the details of the call",
    },
    closeDrawer: "Close the drawer",
  },
} as const;
