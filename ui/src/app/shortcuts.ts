// The one list of keys, by where they act. A view's own keys are written beside that view.
import { CATALOG_SHORTCUTS } from "../features/catalog/shortcuts";
import { FINDINGS_SHORTCUTS } from "../features/findings/shortcuts";
import { GATEWAY_SHORTCUTS } from "../features/gateway/shortcuts";
import { REVIEW_SHORTCUTS } from "../features/review/shortcuts";
import { TOOLSET_SHORTCUTS } from "../features/toolsets/shortcuts";
import { TOOL_SHORTCUTS } from "../features/tool/shortcuts";
import type { Shortcut } from "../shared/shortcut";
import { PAGES } from "../shared/pages";

const WINDOW_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["Command", "K"], does: "Find a command, a page or a tool" },
  { keys: ["Command", "Z"], does: "Undo the last change" },
  { keys: ["Command", "Shift", "Z"], does: "Do again what was undone" },
  { keys: ["Command", ","], does: "Preferences" },
  ...PAGES.map(({ keys, label }) => ({ keys, does: label })),
  { keys: ["Command", "+"], does: "Larger text" },
  { keys: ["Command", "−"], does: "Smaller text" },
  { keys: ["Command", "0"], does: "The usual size" },
  { keys: ["?"], does: "This list" },
];

export const SHORTCUT_AREAS: readonly { area: string; shortcuts: readonly Shortcut[] }[] = [
  { area: "Everywhere", shortcuts: WINDOW_SHORTCUTS },
  { area: "All tools", shortcuts: CATALOG_SHORTCUTS },
  { area: "The current tool", shortcuts: TOOL_SHORTCUTS },
  { area: "Review", shortcuts: REVIEW_SHORTCUTS },
  { area: "The tools of a toolset", shortcuts: TOOLSET_SHORTCUTS },
  { area: "Findings", shortcuts: FINDINGS_SHORTCUTS },
  { area: "The gateway", shortcuts: GATEWAY_SHORTCUTS },
];
