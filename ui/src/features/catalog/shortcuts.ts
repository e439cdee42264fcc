// The keys of the catalog, for the list of shortcuts.
import type { Shortcut } from "../../shared/shortcut";

export const CATALOG_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j", "k"], does: "Next or previous tool" },
  { keys: ["←", "↑", "↓", "→"], does: "Move among the cards, or up and down the rows" },
  { keys: ["/"], does: "Search" },
  { keys: ["Enter"], does: "Open the tool beside the table" },
  { keys: ["x"], does: "Mark the tool, or take the mark back" },
  { keys: ["Shift", "↑", "↓"], does: "Mark a range; also with Shift and j, k or a press" },
  { keys: ["Command", "A"], does: "Mark all tools that match" },
  { keys: ["1–4"], does: "With marks: set a hint on all marked tools" },
  { keys: ["0", ".", "a"], does: "With marks: reset, accept the inference, mark reviewed" },
  { keys: ["Esc"], does: "Clear the marks, then close the panel beside the table, then clear the filter" },
];
