// Texts of the catalog: page, search, toolbar, cards, table, tooltip and empty states.
import { counted } from "../../shared/ago";
import { HINT_LABEL } from "../../shared/hints";

const number = (count: number): string => count.toLocaleString("en");

export const strings = {
  page: {
    title: "All tools",
    toolsOf: (server: string) => `Tools of ${server}`,
    count: (listed: number, all: number) => `${number(listed)} of ${counted(all, "tool")}`,
    /** Announced after each search. */
    announced: (count: string) => `${count} shown`,
  },

  search: {
    label: "Search tools",
    placeholder: "Search tools, or filter: is:inferred, hint:destructive, server:demo…",
    clear: "Clear search",
    suggestions: "Suggestions",
    suggestionCount: (count: number) => counted(count, "suggestion"),
    chips: "Active filters",
    removeChip: (term: string) => `Remove ${term}`,
    /** Around the suggested correction. */
    didYouMean: { before: " Did you mean ", after: "?" },
  },

  savedFilters: {
    title: "Saved filters",
    empty: "Saved filters appear here.",
    remove: (name: string) => `Remove ${name}`,
    saveCurrent: "Save this filter…",
    nothingToSave: "Type a filter to save it.",
    nameLabel: "Filter name",
    namePlaceholder: "Name",
    save: "Save",
    replace: "Replace",
    saved: (name: string) => `Filter ${name} saved`,
    removed: (name: string) => `Filter ${name} removed`,
    newToolset: (tools: number) => `Create a toolset from ${tools === 1 ? "this tool" : `these ${number(tools)} tools`}…`,
  },

  toolbar: {
    label: "View options",
    behaviours: { all: "All", safe: "Safe", modifying: "Modifying", destructive: "Destructive" },
    unreviewed: "Unreviewed",
    hasFinding: "Has finding",
    show: (behaviour: string) => `Show: ${behaviour}`,
    group: "Group",
    groupBy: (grouping: string) => `Group: ${grouping}`,
    groupings: { behaviour: "Behaviour", server: "Server", module: "Module", toolset: "Toolset", none: "None" },
    sortBy: (order: string) => `Sort: ${order}`,
    defaultOrder: "Default order",
    sortedBy: (column: string, descending: boolean) => `${column}, ${descending ? "descending" : "ascending"}`,
    ascending: "Ascending",
    descending: "Descending",
    layout: "View",
    cards: "Cards",
    table: "Table",
    panel: "Tool panel",
  },

  /** Table columns, also in the sort menu. */
  columns: { title: "Title", name: "Name", server: "Server", ...HINT_LABEL, flags: "Flags", tokens: "Tokens", reviewed: "Reviewed" },

  /** Heads of the groups; the notes follow the number of tools. */
  groups: {
    safe: { label: "Safe", note: "only read data" },
    modifying: { label: "Modifying", note: "add or change data, delete nothing" },
    destructive: { label: "Destructive", note: "can delete or overwrite data" },
    /** After the note: the badges of these tools differ from the group. */
    disputed: (tools: number) => `${number(tools)} disputed`,
    /** After the note: an edited tool stays in place while it is selected. The number of tools no longer includes it. */
    leaving: (group: string) => `the edited tool is now ${group} and moves there when you select another tool`,
    noModule: "Other",
    noToolset: "Not in any toolset",
  },

  /** Explanation of the badges and flags. */
  legend: {
    button: "What the badges mean",
    effects: "What a tool does",
    kinds: {
      readOnly: "Only reads data and changes nothing. Clients may run it without asking.",
      modifies: "Adds or changes data, but deletes and overwrites nothing.",
      destructive: "Can delete or overwrite data. Clients ask before each call.",
      idempotent: "Repeating the same call changes nothing more. Clients may retry it.",
      openWorld: "Reaches beyond its own system, such as the web or other people.",
    },
    sources: "Where the value comes from",
    marks: {
      declared: "Solid outline: declared by the server.",
      assumed: "Dashed outline: not declared. Inferred from the tool’s name and description, or the cautious default of the specification.",
      decided: "Filled, with a dot: decided by you.",
    },
    flagsTitle: "What needs attention",
    flags: {
      drifted: "The server changed the tool after you reviewed it or decided about it.",
      disputed: "You or the server say that it is read-only, but its declaration or its text suggests otherwise.",
      suspended: "Your decision has no effect until you review the changed tool.",
      problems: "Malformed parts of the server’s definition.",
      findings: "Errors and warnings of the checks. Their notes are not counted.",
      notes: "Texts that you or an agent added for the model.",
      reviewed: "You accepted the tool as it is now.",
    },
    changed: "An orange bar at the left edge: changed since the last export.",
  },

  tool: {
    select: (title: string) => `Select ${title}`,
    selectAll: "Select all matching tools",
    notReviewed: "Not reviewed",
    /** Without a review date. */
    reviewed: "Yes",
    today: "Today",
    yesterday: "Yesterday",
    unusedHint: "Not used",
    unusedHintReason: "Has no effect on a read-only tool",
  },

  flags: {
    drifted: "Drifted",
    disputed: "Disputed",
    suspended: "Suspended decision",
    suspendedShort: "Suspended",
    problems: (count: number) => counted(count, "problem"),
    findings: (count: number) => counted(count, "finding"),
    notes: (count: number) => counted(count, "note"),
    reviewed: "Reviewed",
  },

  tooltip: {
    title: "Title",
    notUsed: (reason: string) => `not used: ${reason}`,
    suspended: " A decision is suspended until you review the tool.",
    conflict: " The declared hints contradict the tool’s name or description.",
    disputed: (isDecided: boolean) =>
      isDecided
        ? " Disputed: you decided that it is read-only, but the server or its name and description suggest otherwise. Until you accept it, it is grouped with the modifying tools."
        : " Disputed: the server declares that it is read-only, but its name and description suggest otherwise. Until you accept it, it is grouped with the modifying tools.",
    tokens: (tokens: number) => ` Adds about ${counted(tokens, "token")} to a model’s context.`,
  },

  /** Banner above the tools of a server whose last scan failed. */
  stale: {
    label: "These tools may be out of date",
    /** After the name of the server. */
    needsSignIn: "asks you to sign in again.",
    failed: "could not be scanned.",
    /** Before the relative time of the last scan. */
    lastScan: "These tools were scanned",
    rescan: "Scan again",
  },

  states: {
    loading: "Loading the catalog",
    failed: "Could not load the catalog",
    retry: "Try again",
    noMatch: "No matching tools",
    hidden: (tools: number) => `This filter hides ${counted(tools, "tool")}.`,
    clearFilter: "Clear filter",
    noTools: { title: "No tools yet", text: "Tools appear here after a server has been scanned.", action: "Show servers" },
    serverOff: { title: "This server is off", text: "Turn the server on to see its tools." },
    notScanned: { title: "This server has not been scanned yet", text: "Its tools appear here after the scan." },
    noneOffered: { title: "This server offers no tools", text: "The last scan found no tools on this server." },
    serverDetails: "Show details",
  },
} as const;
