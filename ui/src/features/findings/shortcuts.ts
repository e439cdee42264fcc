// The keys of the findings, for the list of shortcuts.
import type { Shortcut } from "../../shared/shortcut";

export const FINDINGS_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["/"], does: "Search the findings" },
  { keys: ["j", "k"], does: "Go to the next finding, or the one before" },
  { keys: ["Enter"], does: "Apply the fix of the finding" },
  { keys: ["o"], does: "Open the tool where the finding is" },
  { keys: ["i"], does: "Ignore the finding, or count it again" },
];
