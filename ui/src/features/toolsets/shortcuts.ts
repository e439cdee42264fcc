// The keys of the page of a toolset, for the list of shortcuts.
import type { Shortcut } from "../../shared/shortcut";

export const TOOLSET_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j", "k"], does: "Go to the next tool, or the one before" },
  { keys: ["Enter"], does: "Show the tool in the catalog" },
  { keys: ["Delete"], does: "Take the tool out of the toolset" },
];
