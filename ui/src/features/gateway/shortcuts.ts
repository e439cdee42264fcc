// The keys of the page of the gateway, for the list of shortcuts.
import type { Shortcut } from "../../shared/shortcut";

export const GATEWAY_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["/"], does: "Filter the calls" },
  { keys: ["j", "k"], does: "Go to the next call, or the one before" },
  { keys: ["Enter"], does: "Show or fold what the call was made with" },
];
