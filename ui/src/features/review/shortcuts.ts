// The keys of the review, for the list of shortcuts.
import type { Shortcut } from "../../shared/shortcut";

export const REVIEW_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j", "k"], does: "Skip the tool, or go back to the one before" },
  { keys: ["a"], does: "Accept the tool as it is shown, and go to the next" },
  { keys: ["1–4", "0", "."], does: "Decide, as for any tool" },
];
