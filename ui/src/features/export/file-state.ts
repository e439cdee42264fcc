// Effect of writing on a file; it determines the message and the button.
import type { ExportedFile, TargetView } from "../../backend";

export type FileState = "new" | "same" | "merged" | "ours" | "theirs" | "unreadable";

export function fileState(file: ExportedFile, target: TargetView): FileState {
  if (!file.exists) return "new";
  // Content that is not text has no preview, so the user cannot have agreed to replace it.
  if (!file.replaceable) return file.seen === null ? "unreadable" : "theirs";
  if (file.current) return "same";
  return target.merges ? "merged" : "ours";
}

export const FILE_STATE_LABELS: Record<FileState, { short: string; long: string }> = {
  new: { short: "New file", long: "Nothing is at this path yet." },
  same: { short: "Same already", long: "Nothing to write: what is there says the same." },
  merged: {
    short: "Merged into your file",
    long: "Whatever else is in it stays.",
  },
  ours: { short: "Replaces our file", long: "What is there was written by Hintsmith." },
  theirs: {
    short: "Not ours",
    long: "This file was not written by Hintsmith. It stays as it is, unless you look at the difference and replace it.",
  },
  unreadable: {
    short: "Not a text file",
    long: "Something is there that is not text. It is left as it is: choose another name or another folder.",
  },
};

/** Added to the message about a file that Hintsmith did not write, if writing changes it. */
export const COPY_KEPT = "A copy of it as it is now is kept beside it.";
