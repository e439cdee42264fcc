// Texts of the command palette: frame, and labels of its commands.
import { counted } from "../../shared/ago";

export const strings = {
  palette: {
    title: "Commands",
    placeholder: "Find a command, a page or a tool",
    closeKey: "Esc",
    noResults: "No results",
    results: (count: number) => counted(count, "result"),
    /** Followed by the target: the title of a tool, or a number of tools. */
    appliesTo: "Applies to ",
    tools: (count: number) => counted(count, "tool"),
    groups: { selection: "Selected tools", tool: "Current tool", goTo: "Go to", commands: "Commands" },
  },

  hints: {
    set: (hint: string, value: string) => `Set ${hint} to ${value}`,
    reset: (hint: string) => `Reset ${hint} to inherit`,
    acceptInference: "Accept inference",
    resetAll: "Reset all hints to inherit",
  },

  tool: {
    markReviewed: "Mark as reviewed",
    reviewAgain: "Review again",
    editTitle: "Edit title",
    run: "Run tool…",
    copyName: "Copy name",
    nameCopied: "Name copied",
  },

  selection: {
    acceptInference: "Accept inference…",
    markReviewed: "Mark as reviewed",
    addToToolset: (toolset: string) => `Add to toolset ${toolset}`,
    createToolset: "Create a toolset from the selection…",
    clear: "Clear selection",
  },

  goTo: {
    preferences: "Preferences",
    environment: (environment: string) => `Switch to environment ${environment}`,
    toolset: (toolset: string) => `Open toolset ${toolset}`,
    server: (server: string) => `Show tools of ${server}`,
    filters: {
      readOnly: "Show read-only tools",
      destructive: "Show destructive tools",
      idempotent: "Show idempotent tools",
      openWorld: "Show open-world tools",
      unreviewed: "Show unreviewed tools",
      drifted: "Show tools changed since review",
      suspended: "Show tools with suspended decisions",
      conflict: "Show tools whose declared hints conflict with inference",
      inferred: "Show tools with inferred hints",
      decided: "Show tools with decisions",
      note: "Show tools with notes",
      problem: "Show malformed tools",
    },
  },

  commands: {
    undo: "Undo",
    redo: "Redo",
    scanAll: "Scan all servers",
    addServer: "Add a server…",
    connectClient: "Connect a client…",
    applyFile: "Apply a file…",
    discard: "Discard changes…",
    export: "Export…",
    backUp: "Back up the store now",
    environments: "Manage environments…",
    shortcuts: "Keyboard shortcuts",
  },

  toolsets: {
    activate: (toolset: string) => `Activate toolset ${toolset}`,
    deactivate: (toolset: string) => `Deactivate toolset ${toolset}`,
    new: "New toolset…",
    fromFilter: "Create a toolset from this filter…",
    import: "Import toolsets…",
  },

  gateway: {
    start: "Start the gateway",
    started: "Gateway started",
    stop: "Stop the gateway",
    stopped: "Gateway stopped",
    copyAddress: "Copy the gateway address",
    addressCopied: "Gateway address copied",
  },

  appearance: {
    light: "Theme: light",
    dark: "Theme: dark",
    system: "Theme: same as the system",
    comfortable: "Density: comfortable",
    compact: "Density: compact",
    larger: "Larger text",
    smaller: "Smaller text",
    resetSize: "Reset text size",
  },
} as const;
