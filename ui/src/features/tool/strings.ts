// Texts of the tool panel, by section, and the toasts of its changes.
import type { ApprovalMode, ClientAction, HintName, ReviewState, ToolDetail } from "../../backend";
import { counted } from "../../shared/ago";
import { HINT_LABEL, yesNo } from "../../shared/hints";
import { UNSAFE_FIX } from "../../shared/strings";

const number = (count: number): string => count.toLocaleString("en");

const APPROVAL_MODES: Record<ApprovalMode, string> = {
  byHints: "By hints",
  alwaysAsk: "Always ask",
  askFirst: "Ask the first time",
  neverAsk: "Never ask",
  block: "Block",
};

const TREATMENTS: Record<ToolDetail["approval"]["treatment"], string> = {
  runs: "Runs without asking",
  asks: "Asks for approval",
  refused: "Refused",
};

const CLIENT_ACTIONS: Record<ClientAction, string> = {
  runs: "Runs at once",
  asks: "Asks",
  judges: "A model decides",
  refuses: "Refuses",
  hides: "Not offered",
};

const REVIEW_STATES: Record<ReviewState, string> = {
  reviewed: "Reviewed",
  drifted: "Drifted",
  new: "New",
  unreviewed: "Not reviewed",
};

/** What the store keeps about a tool that is gone. */
export type Kept = { decisions: number; notes: number; approvals: number; hasComment: boolean };

const list = new Intl.ListFormat("en");

/** "3 decisions, 1 note, and a comment". Zero counts are omitted. */
export const keptText = ({ decisions, notes, approvals, hasComment }: Kept): string =>
  list.format([
    ...(decisions > 0 ? [counted(decisions, "decision")] : []),
    ...(notes > 0 ? [counted(notes, "note")] : []),
    ...(approvals > 0 ? [counted(approvals, "approval mode")] : []),
    ...(hasComment ? ["a comment"] : []),
  ]);

/** "decisions, notes, and comment". */
export const keptKinds = ({ decisions, notes, approvals, hasComment }: Kept): string =>
  list.format([
    ...(decisions > 0 ? ["decisions"] : []),
    ...(notes > 0 ? ["notes"] : []),
    ...(approvals > 0 ? ["approval modes"] : []),
    ...(hasComment ? ["comment"] : []),
  ]);

export const strings = {
  panel: {
    label: "Tool",
    failed: "Could not load this tool",
    empty: { title: "No tool selected", text: "Select a tool to see its hints." },
    hidden: { filter: "The filter hides this tool.", group: "This tool is in a collapsed group." },
    showInList: { filter: "Clear filter", group: "Expand groups" },
    readOnly: "Editing is disabled.",
    readOnlyReason: "the store is read-only",
  },

  header: {
    previous: "Previous tool",
    next: "Next tool",
    tokens: (tokens: number) => `~${counted(tokens, "token")}`,
    tokensTip: "Estimated number of tokens that this tool adds to a model’s context: name, description, notes and parameters.",
  },

  review: {
    states: REVIEW_STATES,
    accept: "Accept",
    acceptChanges: "Accept changes",
    reviewAgain: "Review again",
    acceptTip: (environment: string | null) =>
      `Accepting confirms your decisions for the current definition of the tool and saves its effective hints as your decisions${environment === null ? "" : ` in ${environment}`}.`,
    reviewed: (by: string | null, day: string) => `Reviewed${by === null ? "" : ` by ${by}`}${day === "" ? "" : `, ${day}`}`,
    changed: (since: string) => `Changed ${since}`,
    changedSinceReview: "Changed since the last review",
    new: "New, never reviewed",
    unreviewed: "Never reviewed",
    /** `hints`: the effective hints that are now decisions. A suspended decision replaces some of them. */
    accepted: (title: string, hints: readonly string[], isSuspended: boolean) =>
      isSuspended
        ? `${title} accepted; your suspended decisions apply again`
        : `${title} accepted${hints.length === 0 ? "" : `: ${hints.join(", ")}`}`,
    notConfirmed: (title: string) => `${title} was not accepted, because that loosens a hint. Accept it again to confirm.`,
    reopened: (tool: string) => `Review of ${tool} reopened`,
    decisionsMoved: (kept: Kept, from: string, to: string) => `${keptText(kept)} moved from ${from} to ${to}`,
  },

  drift: { title: "The server changed this tool" },

  hints: {
    title: "Hints",
    acceptInference: "Accept inference",
    set: (hint: HintName, value: boolean, tool: string) => `${HINT_LABEL[hint]} set to ${yesNo(value)} on ${tool}`,
    reset: (hint: HintName, tool: string) => `${HINT_LABEL[hint]} reset on ${tool}`,
    marked: (hint: HintName, wrong: boolean, tool: string) =>
      wrong
        ? `Guess of ${HINT_LABEL[hint]} on ${tool} marked as wrong`
        : `Guess of ${HINT_LABEL[hint]} on ${tool} no longer marked as wrong`,
    allReset: (tool: string) => `All hints reset on ${tool}`,
    reasonSaved: (hint: HintName, tool: string) => `Reason for ${HINT_LABEL[hint]} saved on ${tool}`,
    reasonRemoved: (hint: HintName, tool: string) => `Reason for ${HINT_LABEL[hint]} removed from ${tool}`,
    inferenceAccepted: (tool: string, hints: readonly { hint: HintName; value: boolean }[]) =>
      `Inference accepted on ${tool}: ${hints.map(({ hint, value }) => `${HINT_LABEL[hint]} ${yesNo(value)}`).join(", ")}`,
    nothingToAccept: (tool: string) => `Nothing to accept on ${tool}: every inferred hint is already declared or decided`,
  },

  text: {
    title: "Text",
    parameters: (count: number) => (count > 0 ? counted(count, "parameter") : "No parameters"),
    toolTitle: "Title",
    about: "About",
    noDescription: "The server sends no description.",
    /** `addition`: what it adds to the model's context. */
    addedTokens: (addition: string) => `Your text ${addition}`,
    decided: "decided",
    resetTitle: "Reset the title",
    superseded: {
      redundant: "The server now sends the same title",
      contradicted: "The server now sends a different title",
    },
    descriptionLabel: "Description",
    editDescription: "Edit description",
    resetDescription: "Reset the description",
    currentText: "Current text",
    compared: "Compared with the server’s text",
    descriptionSuperseded: {
      redundant: "The server now sends the same text",
      contradicted: "The server changed this tool after you decided its description",
    },
    descriptionChanged: (tool: string) => `Description changed on ${tool}`,
    descriptionReset: (tool: string) => `Description reset on ${tool}`,
    icon: "Icon",
    iconOf: (tool: string) => `Icon of ${tool}`,
    noIcon: "No icon",
    iconSource: "Image as a data URI, or an https URL",
    chooseIcon: "Choose image…",
    editIcon: "Set icon…",
    saveIcon: "Set icon",
    resetIcon: "Reset the icon",
    iconSuperseded: {
      redundant: "The server now sends the same icon",
      contradicted: "The server changed its icon after you decided it",
    },
    iconChanged: (tool: string) => `Icon changed on ${tool}`,
    iconReset: (tool: string) => `Icon reset on ${tool}`,
    titleChanged: (tool: string) => `Title changed on ${tool}`,
    titleReset: (tool: string) => `Title reset on ${tool}`,
  },

  toolsets: {
    title: "Toolsets",
    empty: "Not in any toolset",
    list: "Toolsets of this tool",
    active: " active",
    change: "Change",
    changeSuffix: "toolsets",
    create: "New toolset…",
    added: (tool: string, toolset: string) => `${tool} added to ${toolset}`,
    removed: (tool: string, toolset: string) => `${tool} removed from ${toolset}`,
  },

  approval: {
    title: "Approval",
    label: "Calls",
    inherit: "Inherit",
    modes: APPROVAL_MODES,
    treatments: TREATMENTS,
    /** A preference overrides the mode "Never ask". */
    stillAsks: (preference: string) => `Hintsmith still asks while “${preference}” is on.`,
    saved: (tool: string, mode: string) => `Approval of ${tool} set to ${mode}`,
  },

  clients: {
    title: "What clients will do",
    serverHints: "Server’s hints",
    yourHints: "Your hints",
    where: "Clients see your hints through an export, hintsmith wrap or the gateway.",
    client: "Client",
    actions: CLIENT_ACTIONS,
    verdict: (action: ClientAction, why: string) => `${CLIENT_ACTIONS[action]}: ${why}`,
    source: "Source",
    otherModes: (count: number) => `Show other modes (${count})`,
    usualModes: "Show usual modes only",
  },

  parameters: {
    title: "Parameters",
    empty: "This tool takes no parameters.",
    more: (count: number) => `and ${number(count)} more (see JSON)`,
    showAll: (count: number) => `Show all ${number(count)}`,
    showFewer: "Show fewer",
    required: ", required",
    decided: "decided",
    label: (name: string) => `Description of ${name}`,
    noDescription: "No description",
    reset: (name: string) => `Reset the description of ${name}`,
    choices: "One of",
    moreChoices: (count: number) => ` and ${number(count)} more`,
    described: (name: string, tool: string) => `Description of ${name} changed on ${tool}`,
    descriptionReset: (name: string, tool: string) => `Description of ${name} reset on ${tool}`,
  },

  json: {
    title: "JSON",
    server: "Server",
    effective: "Effective",
    difference: "Difference",
    serverLabel: "JSON from the server",
    effectiveLabel: "Effective JSON",
    differenceLabel: "Difference between the server’s and the effective annotations",
    noDifference: "No difference: the server’s annotations apply unchanged.",
    copyServer: "Copy the server’s JSON",
    copyEffective: "Copy the effective JSON",
    copyDifference: "Copy the difference",
    sideBySide: "Side by side",
    dialog: "Server and effective JSON",
    sameLines: ", no differences",
    differentLines: (different: number, all: number) => `, ${number(different)} of ${number(all)} lines differ`,
  },

  findings: {
    title: "Findings",
    empty: "No findings",
    more: (count: number) => `and ${counted(count, "more finding")}`,
    moreProblems: (count: number) => `and ${counted(count, "more problem")}`,
    showSuppressed: (count: number) => `Show ${counted(count, "suppressed finding")}`,
    /** Beside the count of errors and warnings. "Notes" alone are the texts for the model. */
    also: (notes: number, problems: number) =>
      list.format([...(notes > 0 ? [`${number(notes)} informational`] : []), ...(problems > 0 ? [counted(problems, "problem")] : [])]),
    /** After the label of a fix that follows from inference. */
    unsafe: " (unsafe fix)",
    unsafeReason: UNSAFE_FIX,
    suppress: "Suppress…",
    suppressLabel: (rule: string) => `Suppress ${rule}…`,
    fixed: (fix: string, tool: string) => `${fix} on ${tool}`,
  },

  comment: {
    title: "Comment",
    about: "Not sent to models",
    label: "Comment (not sent to models)",
    placeholder: "For the people who review this tool next. Saved in hintsmith.json, not sent to models.",
    saved: (tool: string) => `Comment saved on ${tool}`,
    removed: (tool: string) => `Comment removed from ${tool}`,
  },

  history: {
    title: "History",
    showAll: "Show all in History",
    loading: "Loading…",
    failed: "Could not load the history.",
    retry: "Try again",
    empty: "No changes to this tool yet.",
    undone: " · undone",
    undo: "Undo",
    undoLabel: (change: string) => `Undo: ${change}`,
  },
} as const;
