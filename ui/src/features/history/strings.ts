// Texts of the history page.
import { counted } from "../../shared/ago";

export const strings = {
  page: {
    title: "History",
    about: "All changes in the app, on the command line and by agents. Undo never overwrites a newer change.",
    count: (changes: number) => `${counted(changes, "change")} shown`,
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
    more: (changes: number) => `and ${counted(changes, "more change")}`,
  },
} as const;
