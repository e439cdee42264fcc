// The keys that act on the current tool, for the list of shortcuts.
import type { Shortcut } from "../../shared/shortcut";

export const TOOL_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["1"], does: "Cycle Read-only: Inherit, Yes, No" },
  { keys: ["2"], does: "Cycle Destructive" },
  { keys: ["3"], does: "Cycle Idempotent" },
  { keys: ["4"], does: "Cycle Open world" },
  { keys: ["0"], does: "Let every hint of the tool inherit again" },
  { keys: ["."], does: "Decide what is inferred" },
  { keys: ["a"], does: "Accept the tool as it is shown, and go to the next" },
  { keys: ["e"], does: "Edit the title" },
  { keys: ["r"], does: "Run the tool" },
  { keys: ["n"], does: "Write a note for the model" },
  { keys: ["Command", "Enter"], does: "Save a note, a remark or the description of a parameter; in the dialog that runs a tool, run it" },
];
