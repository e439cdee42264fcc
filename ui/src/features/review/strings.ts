// Texts of the review page.
import { counted } from "../../shared/ago";
import { type Kept, keptKinds, keptText } from "../tool/strings";

export const strings = {
  page: {
    title: "Review queue",
    loading: "Loading the review queue",
    loadFailed: "Could not load the review queue",
    toolLoadFailed: "Could not load this tool",
    queueRegion: "Review",
    noToolsToReview: "No tools to review.",
    // Live region: the selected tool.
    toReview: (title: string, position: number, total: number) =>
      `${title}, ${position.toLocaleString("en")} of ${total.toLocaleString("en")} to review`,
    reviewed: (title: string) => `${title}, reviewed`,
    // "Accept 12 where declared and inferred agree"; a narrow window hides the second part.
    acceptAgreeing: (count: number) => `Accept ${count.toLocaleString("en")}`,
    whereAgreeing: "where declared and inferred agree",
    agreeingAccepted: (tools: number) => `${counted(tools, "tool")} accepted where declared and inferred agree`,
  },

  empty: {
    noTools: "No tools yet",
    noToolsHelp: "Tools appear here after a server has been scanned.",
    allReviewed: "Nothing to review",
    allReviewedHelp: "All tools are reviewed. A tool returns to the queue when its server changes it.",
  },

  progress: {
    label: "Review progress",
    value: (reviewed: number, total: number) => `${reviewed.toLocaleString("en")} of ${total.toLocaleString("en")} reviewed`,
  },

  sort: { label: "Sort", danger: "Most dangerous first", calls: "Most called first", module: "Module", server: "Server", name: "Name" },

  queue: {
    label: "Review queue",
    reviewed: "Reviewed",
    groups: {
      drifted: "Drifted",
      conflict: "Declared and inferred differ",
      new: "New",
      unreviewed: "Never reviewed",
    },
    reviewedGroup: "Reviewed in this session",
    allTools: "To review",
    called: "Called",
    neverCalled: "Never called",
    module: (server: string, module: string | null) => (module === null ? `${server}, no module` : `${server}: ${module}`),
  },

  agentNotes: {
    title: "Notes written by agents",
    help: "Models see a note only after you accept it.",
  },

  removedTools: {
    title: "Removed tools",
    kept: (kept: Kept) =>
      `${keptText(kept)} ${kept.decisions + kept.notes + kept.approvals + Number(kept.hasComment) === 1 ? "applies" : "apply"} again if the tool returns`,
    moveTo: (kept: Kept) => `Move ${keptKinds(kept)} to`,
  },

  moveDialog: {
    title: (kept: Kept) => `Move ${keptKinds(kept)}?`,
    /** Before the names of the removed tool and of the tool that replaced it. */
    from: (kept: Kept) => `Moves ${keptText(kept)} from`,
    to: "to",
    loading: "Loading the preview…",
    move: (kept: Kept) => `Move ${keptKinds(kept)}`,
  },

  detail: {
    drift: "The server changed this tool",
    problems: "Problems",
    problemsAbout: "malformed parts of the server’s definition",
    hints: "Hints",
    hintsAbout: "declared by the server, inferred, and decided by you",
    readOnly: "The store is read-only.",
    clients: "What clients will do",
    declaredHints: "With declared hints",
    yourDecisions: "With your decisions",
    description: "Description",
    decidedDescription: "Your description",
    compared: "compared with the server’s",
    /** Beside "Description" and "Parameters". */
    asSent: "from the server",
    noDescription: "No description.",
    parameters: "Parameters",
  },

  parameters: {
    none: "This tool takes no parameters.",
    required: ", required",
    noDescription: "No description",
    choices: "One of",
    moreChoices: (count: number) => ` and ${count.toLocaleString("en")} more`,
    showAll: (count: number) => `Show all ${count.toLocaleString("en")}`,
    showFewer: "Show fewer",
    more: (count: number) => `and ${count.toLocaleString("en")} more`,
  },

  hintsTable: {
    hint: "Hint",
    declared: "Declared",
    inferred: "Inferred",
    reason: "Reason",
    decision: "Your decision",
    unset: "Unset",
    notInferred: "None",
    differs: "differs",
    notUsed: "Not used:",
    declaredMark: ", declared",
    inferredMark: ", inferred",
  },

  // Reason for an inferred hint: the strongest signal, and a tooltip with the other signals.
  signals: {
    noValue: "No value inferred.",
    count: (count: number) => counted(count, "signal"),
    more: (count: number) => counted(count, "more signal"),
    forHint: (hint: string) => `for ${hint}`,
    unlisted: (count: number) => `and ${counted(count, "more signal")}`,
  },

  footBar: {
    cycle: "cycle a hint",
    reset: "reset",
    undo: "undo",
    back: "Back",
    skip: "Skip",
    acceptInference: "Accept inference",
    acceptAndNext: "Accept and next",
    reviewAgain: "Review again",
  },
} as const;
