// Texts of the preferences page. Labels and descriptions of stored preferences come from the backend.
import type { PreferenceGroup, PreferenceView } from "../../backend";

/** A record, so that the compiler reports a group of the backend that is missing here. In display order. */
const groups: Record<PreferenceGroup, { title: string; about?: string }> = {
  inference: { title: "Inference" },
  approval: { title: "Approval" },
  agents: {
    title: "Agents",
    about: "With these permissions, an agent can change which tools later agents see, and propose notes that they read.",
  },
  findings: { title: "Findings" },
  network: { title: "Network" },
};

const SYSTEM = "System";

export const strings = {
  page: {
    title: "Preferences",
    about: "Changes are saved automatically",
    loading: "Loading preferences…",
    failed: "Could not load the preferences",
    sections: "Sections",
    appearance: "Appearance",
    groups,
    registry: "Registry",
    data: "Data",
    shortcuts: "Keyboard shortcuts",
  },

  stored: {
    reset: (preference: string) => `Reset ${preference}`,
    resetDone: (preference: string) => `${preference}: reset to default`,
    setDone: (preference: string, value: string) => `${preference}: ${value}`,
    invalidNumber: (min: number, max: number) =>
      `Enter a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`,
  },

  appearance: {
    theme: { label: "Theme", about: "Light, dark, or the theme of the system.", system: SYSTEM, light: "Light", dark: "Dark" },
    density: { label: "Density", about: "Compact shows more rows at once.", comfortable: "Comfortable", compact: "Compact" },
    zoom: {
      label: "Text size",
      about: "Scales everything in the window, from 80 to 200 %.",
      reset: "Reset Text size",
      smaller: "Smaller text",
      larger: "Larger text",
      value: (zoom: number) => `${Math.round(zoom * 100)} %`,
    },
    singleKeys: {
      label: "Single-key shortcuts",
      about: "Keys without a modifier, such as j, x or 1. Turn them off if speech input or accidental key presses trigger them.",
    },
    panes: {
      label: "Pane widths",
      about: "Drag the edge of the sidebar or the tool panel, or focus it and use the arrow keys.",
      reset: "Reset widths",
    },
    motion: {
      label: "Motion",
      about: "Follows the system: there are no animations if the system reduces motion.",
      value: SYSTEM,
    },
  },

  registry: { label: "Address", about: "Hintsmith searches this registry when you add a server from a registry." },

  data: {
    folder: "Folder",
    copy: "Copy",
    copyPath: "Copy the folder path",
    copied: "Path copied",
    store: { label: "Store", about: "Back up the store, restore a backup, and check the store for problems.", open: "Manage store…" },
    apply: {
      label: "Decisions from a file",
      about: "Applies the decisions of a hintsmith.json file after you have reviewed them.",
      open: "Apply a file…",
    },
    version: "Version",
  },
} as const;

export function formatPreferenceValue({ kind }: PreferenceView, value: string): string {
  if (kind.is === "switch") return value === "on" ? "on" : "off";
  if (kind.is === "choice") return kind.choices.find((choice) => choice.value === value)?.label ?? value;
  return kind.unit ? `${value} ${kind.unit}` : value;
}
