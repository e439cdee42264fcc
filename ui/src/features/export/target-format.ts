// Properties of a target that depend on its file.
import type { TargetView } from "../../backend";

/** Format of the file, by its extension. */
export function formatOf({ fileName }: TargetView): string {
  const dot = fileName.lastIndexOf(".");
  return dot > 0 ? fileName.slice(dot + 1).toUpperCase() : "";
}

/** Notes are written into descriptions. */
export const holdsNotes = (target: TargetView): boolean => target.contents.includes("description");
