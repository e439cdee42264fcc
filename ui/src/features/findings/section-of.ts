// Which part of a tool's panel shows the field that a finding is about.
import type { SectionId } from "../../shared/go-to-tool";

export function sectionOf(field: string): SectionId {
  if (field === "title" || field === "annotations.title" || field === "description") return "text";
  if (field === "annotations" || field.startsWith("annotations.")) return "hints";
  if (field === "inputSchema" || field.startsWith("inputSchema.")) return "parameters";
  // What has no part of its own is at least named there.
  return "findings";
}
