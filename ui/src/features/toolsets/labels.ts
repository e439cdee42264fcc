// Labels and name validation of toolsets.
import type { ToolsetSummary } from "../../backend";
import { counted } from "../../shared/ago";

const SHORTEST = 2;
const LONGEST = 50;
export const LONGEST_DESCRIPTION = 500;

/** Reason why a toolset cannot have this name, or null. The backend validates it again. */
export function toolsetNameProblem(name: string, taken: readonly string[]): string | null {
  if (!/^[a-z0-9-]+$/.test(name)) return "Use the characters a-z, 0-9 and -.";
  if (name.length < SHORTEST) return `Use ${SHORTEST} characters at least.`;
  if (name.length > LONGEST) return `Use ${LONGEST} characters at most.`;
  return taken.includes(name) ? `There is a toolset named ${name} already.` : null;
}

/** Names as in "base, prod and staging". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** Consequences of deleting a toolset, one sentence each. */
export function describeDeletion({ tools, notes, activeIn }: ToolsetSummary): string[] {
  return [
    `Its ${counted(tools, "tool")} ${tools === 1 ? "stays" : "stay"} in the catalog.`,
    notes === 0
      ? "No note holds in this toolset alone."
      : `${counted(notes, "note")} that ${notes === 1 ? "holds" : "hold"} in this toolset alone ${notes === 1 ? "goes" : "go"} with it.`,
    ...(activeIn.length > 0 ? [`It is active in ${listed(activeIn)}. After that, no toolset is active there.`] : []),
    "Undo brings all of it back.",
  ];
}
