// Texts of the bulk bar, the popover that sets a hint on the selected tools, and the toasts of bulk changes.
import { counted } from "../../shared/ago";
import { HINT_LABEL, yesNo } from "../../shared/hints";
import type { HintName, Mark } from "../../backend";

const number = (count: number): string => count.toLocaleString("en");

const MARK: Record<Mark, string> = { assumed: "assumed", declared: "declared", decided: "decided" };

export const strings = {
  bar: {
    label: "Selected tools",
    selected: (count: number) => `${number(count)} selected`,
    notShown: (count: number) => `${number(count)} not shown`,
    tokens: (count: number) => `~${counted(count, "token")} of context`,
    selectAll: (count: number) => `Select all ${number(count)} that match`,
    setHint: "Set a hint",
    acceptInference: "Accept inference…",
    markReviewed: "Mark as reviewed",
    reset: "Reset",
    clear: "Clear",
  },

  form: {
    label: "Set a hint on the selected tools",
    hint: "Hint",
    inherit: "Inherit",
    yes: yesNo(true),
    no: yesNo(false),
    reason: "Reason",
    reasonPlaceholder: "Optional, one sentence",
    chooseValue: "Choose a value to see its effect.",
    asRule: (changing: number) => `Save as a rule instead of ${counted(changing, "decision")}`,
    /** Around the selector of the rule. */
    ruleApplies: { before: "The rule applies to all tools named", after: ", including new ones." },
    ruleMatches: (others: number) => ` ${counted(others, "other tool")} ${others === 1 ? "matches" : "match"} as well.`,
    ruleMatchesFailed: " Could not check which other tools match.",
    cancel: "Cancel",
    saveRule: "Save rule",
    saveReason: "Save reason",
    apply: (changing: number) => `Apply to ${counted(changing, "tool")}`,
  },

  inference: {
    label: "Accept inference on the selected tools",
    about: "Saves every inferred value as your decision, unless the server declares the hint or you decided it.",
    accept: (tools: number) => (tools === 0 ? "Accept" : `Accept on ${counted(tools, "tool")}`),
  },

  acceptDialog: {
    /** Before the title of the tool. */
    one: "Accept",
    many: (tools: number) => `Accept ${counted(tools, "tool")}`,
    about: (environment: string | null) =>
      `Accepting marks the tools as reviewed, confirms your decisions for their current definitions, and saves their effective hints as your decisions${environment === null ? "" : ` in ${environment}`}.`,
    unchanged: "No new decisions",
    tools: "Tools",
    more: (tools: number) => `and ${number(tools)} more`,
    accept: (tools: number) => `Accept ${counted(tools, "tool")}`,
  },

  preview: {
    loading: "Loading the preview…",
    noChanges: "No changes",
    /** The count is about decisions; the table below it is about values. */
    decided: (changing: number, tools: number) =>
      `${number(changing)} of ${counted(tools, "tool")} ${changing === 1 ? "gets" : "get"} a new decision`,
    reset: (changing: number, tools: number) =>
      `${number(changing)} of ${counted(tools, "tool")} ${changing === 1 ? "loses its" : "lose their"} decision`,
    rule: (matches: number, changes: number) =>
      `The rule matches ${counted(matches, "tool")} and changes ${changes === matches ? (matches === 1 ? "it" : "all of them") : `${number(changes)} of them`}`,
    sameValues: "No value changes: the same values apply already. ",
    undo: "One undo reverts all changes.",
    contradictory: (tools: number) =>
      `${counted(tools, "tool")} ${tools === 1 ? "is" : "are"} then read-only and destructive at once, and ${tools === 1 ? "counts" : "count"} as destructive.`,
    value: (value: boolean, mark: Mark) => `${yesNo(value)}, ${MARK[mark]}`,
    becomes: " becomes ",
    tools: (tools: number, isSame: boolean) => `${counted(tools, "tool")}${isSame ? ", same value" : ""}`,
    /** What the value before was, and so why the row changes or stays. By the mark of that value, or of the one after a reset. */
    reasons: {
      replaced: {
        declared: "Replaces what the server declares",
        assumed: "Replaces the value that was inferred, or the default",
        decided: "Replaces your earlier decision",
      },
      confirmed: {
        declared: "Confirms what the server declares",
        assumed: "Confirms the value that was inferred, or the default",
        decided: "Already your decision",
      },
      reset: {
        declared: "Returns to what the server declares",
        assumed: "Returns to the inferred value, or the default",
        decided: "Your other decision applies",
      },
      kept: {
        declared: "Declared by the server, not decided",
        assumed: "Not inferred, not decided",
        decided: "Already your decision",
      },
    } satisfies Record<string, Record<Mark, string>>,
  },

  toast: {
    inferenceAccepted: (tools: number) => `Inference accepted on ${counted(tools, "tool")}`,
    declaredReplaced: (tools: number) => `Declared hints replaced on ${counted(tools, "tool")}`,
    allReset: (tools: number) => `All hints reset on ${counted(tools, "tool")}`,
    decided: (tools: number) => `Decisions saved on ${counted(tools, "tool")}`,
    hintReset: (hint: HintName, tools: number) => `${HINT_LABEL[hint]} reset on ${counted(tools, "tool")}`,
    hintSet: (hint: HintName, value: boolean, tools: number) =>
      `${HINT_LABEL[hint]} set to ${yesNo(value)} on ${counted(tools, "tool")}`,
    ruleSaved: (selector: string, hint: HintName, value: boolean) =>
      `Rule saved: ${selector}, ${HINT_LABEL[hint]} ${yesNo(value)}`,
    reviewed: (tools: number) => `${counted(tools, "tool")} marked as reviewed`,
    alreadyReviewed: "All selected tools are already reviewed",
  },
} as const;
