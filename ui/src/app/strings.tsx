// Texts of the window around the pages: sidebar, bottom bar, first run, banner and shortcut list.
import type { ReactNode } from "react";
import { counted } from "../shared/ago";

export const strings = {
  sidebar: {
    label: "Main",
    expand: "Expand the sidebar",
    collapse: "Collapse the sidebar",
    servers: "Servers",
    addServer: "Add a server",
    preferences: "Preferences",
    gatewayOn: "On",
    /** Proposed notes await review too. */
    toReview: (tools: number, notes: number) => `${counted(tools, "tool")}${notes > 0 ? ` and ${counted(notes, "note")}` : ""} to review`,
    /** The findings page also lists notes, which no profile requires. */
    findings: (findings: number) => `${counted(findings, "error or warning", "errors and warnings")}`,
    /** Tooltip of an icon whose page needs attention. */
    withKeys: (label: string, keys: readonly string[]) => `${label} (${keys.join("+")})`,
    withStatus: (page: string, status: string) => `${page}: ${status}`,
  },

  /** Instead of the tool count. */
  serverStates: { failed: "Failed", needsSignIn: "Sign in", off: "Off" },

  toolsets: {
    title: "Toolsets",
    titleWithActive: (toolset: string) => `Toolsets: ${toolset} is active`,
    none: "No toolsets",
    new: "New toolset",
    more: "More toolset actions",
    newItem: "New toolset…",
    importItem: "Import toolsets…",
    active: "active",
    activeIn: (environment: string) => `Active in ${environment}`,
    actions: (toolset: string) => `Actions for toolset ${toolset}`,
    activate: (environment: string) => `Activate in ${environment}`,
    deactivate: (environment: string) => `Deactivate in ${environment}`,
  },

  bottomBar: {
    noChanges: "No changes",
    /** After an export. */
    upToDate: "Exported files are up to date",
    changes: (count: number) => counted(count, "change"),
    lastExport: (file: ReactNode, age: string): ReactNode => (
      <>
        last export to {file}, {age}
      </>
    ),
    sinceExport: (file: ReactNode, age: string): ReactNode => (
      <>
        since the last export to {file}, {age}
      </>
    ),
    notExported: "not exported yet",
    discard: "Discard",
    discardTip: "Reset decisions to the last export. Asks first, and can be undone.",
    discardNothing: "Nothing has been exported yet, so there is no export to reset to.",
    export: "Export…",
    commands: "Commands",
  },

  panes: {
    splitters: "Pane widths",
    sidebarWidth: "Sidebar width",
    panelWidth: "Tool panel width",
    width: (pixels: number) => `${pixels} pixels`,
  },

  /** Drawer of a narrow window. */
  drawer: {
    tool: { title: "Tool", label: "Selected tool", close: "Close the tool" },
    finding: { title: "Finding", label: "Selected finding", close: "Close the finding" },
  },

  /** Followed by the reason. */
  readOnly: "The store is read-only.",

  shortcuts: {
    title: "Keyboard shortcuts",
    singleKeysOff: "Single-key shortcuts are turned off.",
    turnOn: "Turn them on in the preferences",
  },

  firstRun: {
    title: "Add your first server",
    titleWithImports: "Start with the servers you already have",
    about:
      "Hintsmith imports servers from your MCP clients, compares what each tool declares with what it probably does, and lets you correct its hints. It does not change the clients’ files.",

    importTitle: "Import from another client",
    import: "Import servers…",
    searching: "Searching for configurations of other clients…",
    searchFailed: "Could not search for configurations of other clients. You can choose a file.",
    noneFound: "No servers found in configurations of other clients. You can choose a file.",
    found: (configurations: number, servers: number) =>
      `Found ${counted(configurations, "configuration")} with ${counted(servers, "server")}.`,

    addTitle: "Add a server",
    aboutAdd: "A command, an address, an OpenAPI document, a saved list, or a registry entry.",
    add: "Add server…",

    demoTitle: "Open the demo",
    aboutDemo: "A sample server with deliberately wrong hints, to try Hintsmith with. Works offline.",
    demo: "Open demo",

    later: "You can do all of this later from the sidebar.",
    allCommands: "All commands",
  },

  foundConfigurations: {
    title: "Import from other clients",
    list: "Configurations of other clients",
    unreadable: "cannot be read",
    content: (servers: number, alreadyAdded: number) =>
      `${counted(servers, "server")}${alreadyAdded > 0 ? `, ${alreadyAdded.toLocaleString("en")} already added` : ""}`,
    consent: "You review each command before it starts.",
    chooseFile: "Choose another file…",
    import: "Import…",
    importCount: (servers: number) => `Import ${counted(servers, "server")}`,
  },
} as const;
