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
