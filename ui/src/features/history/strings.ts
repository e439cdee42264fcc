// Texts of the history page.
import { counted } from "../../shared/ago";

export const strings = {
  page: {
    title: "History",
    about: "Changes by you, the command line and agents. Undo keeps newer changes.",
    count: (changes: number) => `${counted(changes, "change")} shown`,
    search: "Search the history",
    clearSearch: "Clear search",
    matching: (changes: number) => `${counted(changes, "matching change")} shown`,
    noMatch: "No matching changes",
    noMatchHelp: "No change contains every word. Search for a tool, an author or a value.",
    showMore: "Show more",
    loadingMore: "Loading…",
    empty: "No changes yet",
    emptyHelp: "Decisions, reviews, rules and all other changes appear here.",
    loading: "Loading the history",
    loadFailed: "Could not load the history",
  },

  entry: {
    undone: "Undone",
    undo: "Undo",
    undoNamed: (summary: string) => `Undo: ${summary}`,
    item: "Item",
    before: "Before",
    after: "After",
    noValue: "none",
    whyNotUndoable: (summary: string) => `Why this cannot be undone: ${summary}`,
    /** By the kind of the change. */
    irreversible: {
      serverAdded: "Adding a server cannot be undone here. Remove the server on the Servers page instead.",
      serverChanged: "Changing a server cannot be undone here. Edit the server on the Servers page instead.",
      serverRemoved: "Removing a server cannot be undone. Add the server again: your decisions about its tools are kept.",
      callAnswered: "The answer to a call cannot be undone: the call has already run, or was denied.",
    },
    notUndoable: "This change cannot be undone. Make the opposite change instead.",
    more: (changes: number) => `and ${counted(changes, "more change")}`,
  },
} as const;
