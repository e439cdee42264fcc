// Texts of the list of changes that exported files lack, and of the dialog that discards them.
import { counted } from "../../shared/ago";

const SINCE_EXPORT = "Changes since the last export";
const NO_CHANGES = "No changes since the last export";

export const strings = {
  preview: {
    button: "Preview",
    popover: SINCE_EXPORT,
    loading: "Loading changes…",
    failed: "Could not load the changes",
    /** `files`: number of exported files. */
    changes: (count: number, files: number) => {
      const changes = counted(count, "change");
      if (files === 0) return `${changes}, nothing exported yet`;
      return files === 1 ? `${changes} since the last export` : `${changes} that at least one exported file lacks`;
    },
    noChanges: (files: number) => (files > 1 ? "All exported files are up to date" : NO_CHANGES),
  },

  files: {
    label: "Exported files",
    state: (changes: number) => (changes === 0 ? "up to date" : `lacks ${counted(changes, "change")}`),
    forget: (file: string) => `Forget ${file}`,
    forgot: (file: string) => `Forgot ${file}. The file was not changed.`,
  },

  discard: {
    title: "Discard changes",
    about: (count: number, file: string) => `Resets ${counted(count, "decision")} to the last export, to ${file}. You can undo this.`,
    loading: "Loading changes…",
    failed: "Could not load the changes",
    neverExported: "Nothing has been exported yet, so there is no export to reset to. Single changes can be undone in the history.",
    noChanges: NO_CHANGES,
    cancel: "Cancel",
    close: "Close",
    discard: (count: number) => `Discard ${counted(count, "change")}`,
    discarded: (count: number) => `Discarded ${counted(count, "change")}`,
  },

  list: {
    label: SINCE_EXPORT,
    rule: "rule",
    notDecided: "not decided",
    /** For screen readers: between the old and the new value, and before the environment. */
    becomes: "becomes ",
    inEnvironment: "in ",
  },
} as const;
