// Section of the tool panel that shows the field of a finding.
import type { SectionId } from "../../shared/go-to-tool";

export function sectionOf(field: string): SectionId {
  if (field === "title" || field === "annotations.title" || field === "description") return "text";
  if (field === "annotations" || field.startsWith("annotations.")) return "hints";
  if (field === "inputSchema" || field.startsWith("inputSchema.")) return "parameters";
  // A field without its own section is at least named in the findings section.
  return "findings";
}
