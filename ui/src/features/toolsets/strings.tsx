// Texts of toolsets: page, menus, dialogs, toasts.
import type { ReactNode } from "react";
import type { ToolsetSummary } from "../../backend";
import { counted } from "../../shared/ago";

const number = (count: number): string => count.toLocaleString("en");

/** Names as in "base, prod and staging". */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}

/** Consequences of deleting a toolset, one sentence each. */
export function describeDeletion({ tools, notes, activeIn }: Pick<ToolsetSummary, "tools" | "notes" | "activeIn">): string[] {
  const toolsStay = tools === 1 ? "The tool stays in the catalog." : `The ${number(tools)} tools stay in the catalog.`;
  const notesGo = `${counted(notes, "note")} that ${notes === 1 ? "applies" : "apply"} only in this toolset ${notes === 1 ? "is" : "are"} deleted.`;
  return [
    ...(tools === 0 ? [] : [toolsStay]),
    notes === 0 ? "No notes are deleted." : notesGo,
    ...(activeIn.length === 0 ? [] : [`The toolset is active in ${joinNames(activeIn)}. After the deletion, no toolset is active there.`]),
    "Undo restores the toolset and its notes.",
  ];
}

const NAME_NOTE = "2 to 50 characters: a-z, 0-9 and -";

export const strings = {
  // Menu of the active toolset below the environment, and the chip on the page.
  active: {
    in: (environments: ReactNode) => <>Active in {environments}</>,
    label: (toolset: string, environment: string) => `Toolset ${toolset} is active in ${environment}`,
    toolset: "Toolset",
    open: (toolset: string) => `Open ${toolset}`,
    deactivate: "Deactivate",
  },

  page: {
    loading: "Loading the toolset…",
    loadFailed: "Could not load the toolset",
    notFound: "Toolset not found",
    notFoundHelp: (toolset: ReactNode) => <>{toolset} was deleted or renamed.</>,
    showAllTools: "Show all tools",
    activateIn: (environment: string) => `Activate in ${environment}`,
    deactivateIn: (environment: string) => `Deactivate in ${environment}`,
    moreActions: (toolset: string) => `More actions for ${toolset}`,
    description: "Description",
    descriptionPlaceholder: "Add a description",
    empty: "No tools in this toolset",
    emptyHelp: "While an empty toolset is active, models see no tools.",
    // Facts below the description.
    tools: (count: number) => counted(count, "tool"),
    missing: (count: number) => `${number(count)} missing`,
    tokens: (count: number) => `~${counted(count, "token")} of context`,
    notes: (count: number) => `${counted(count, "note")} in this toolset`,
  },

  menu: {
    addTools: "Add tools…",
    showInCatalog: "Show in catalog",
    export: "Export…",
    rename: "Rename…",
    copy: "Copy…",
    delete: "Delete…",
  },

  table: {
    label: (toolset: string) => `Tools of ${toolset}`,
    title: "Title",
    tool: "Tool",
    behaviour: "Behaviour",
    tokens: "Tokens",
    notes: "Notes",
    status: "Status",
    actions: "Actions",
    remove: "Remove",
    removeNamed: (tool: string) => `Remove ${tool}`,
    probablyRenamedTo: "Probably renamed to",
    replace: "Replace",
    replaceWith: (tool: string) => `Replace with ${tool}`,
  },

  // Status of a tool in the table, and the tooltip that explains the status.
  status: {
    missing: "Missing",
    missingReason: (reference: string, probableRename: string | null) => {
      const renamed = probableRename === null ? "" : ` The tool was probably renamed to ${probableRename}.`;
      return `No server offers ${reference}.${renamed} The toolset keeps the entry in case the tool returns.`;
    },
    matched: "Matched by definition",
    matchedReason: (reference: string, tool: string) => `No tool is named ${reference}, but ${tool} has the same definition.`,
    changed: "Changed since added",
    changedReason: "The definition changed after the tool was added to this toolset.",
  },

  // Toasts.
  toast: {
    created: (name: string, isActive: boolean) => (isActive ? `Created and activated toolset ${name}` : `Created toolset ${name}`),
    added: (tools: number, toolset: string) => `Added ${counted(tools, "tool")} to ${toolset}`,
    removed: (references: readonly string[], toolset: string) =>
      `Removed ${references.length === 1 ? (references[0] ?? "") : counted(references.length, "tool")} from ${toolset}`,
    replaced: (reference: string, by: string) => `Replaced ${reference} with ${by}`,
    descriptionSaved: (toolset: string) => `Description of ${toolset} saved`,
    descriptionRemoved: (toolset: string) => `Description of ${toolset} removed`,
    activated: (toolset: string, environment: string) => `Activated ${toolset} in ${environment}`,
    deactivated: (environment: string) => `Deactivated the toolset in ${environment}; models see all tools`,
    renamed: (name: string, newName: string) => `Renamed ${name} to ${newName}`,
    copied: (name: string, copy: string) => `Created ${copy} as a copy of ${name}`,
    deleted: (name: string) => `Deleted toolset ${name}`,
    exported: (toolset: string, file: string) => `Exported ${toolset} to ${file}`,
    imported: (file: string) => `Imported toolsets from ${file}`,
  },

  nameProblem: {
    characters: "Use only the characters a-z, 0-9 and -.",
    tooShort: (min: number) => `Use at least ${min} characters.`,
    tooLong: (max: number) => `Use at most ${max} characters.`,
    taken: (name: string) => `A toolset named ${name} already exists.`,
  },

  newDialog: {
    title: "New toolset",
    about: "A named selection of tools. While a toolset is active, models see only its tools.",
    name: "Name",
    nameNote: NAME_NOTE,
    namePlaceholder: "daily",
    description: "Description",
    descriptionPlaceholder: "Optional",
    activate: (environment: string) => `Activate in ${environment}`,
    cancel: "Cancel",
    create: "Create toolset",
    // Why the toolset cannot be created yet.
    needsName: "Enter a name.",
    needsOtherName: "Enter another name.",
    needsTools: "Choose the tools.",
    readOnly: "The store is read-only.",
    // Initial tools.
    listedTools: (count: number) => (count === 1 ? "The tool listed in the catalog." : `The ${number(count)} tools listed in the catalog.`),
    oneTool: (tool: string) => `The tool ${tool}.`,
    selectedTools: (count: number) =>
      count === 1
        ? "The tool selected in the catalog, even if its filter hides it."
        : `The ${number(count)} tools selected in the catalog, including any that its filter hides.`,
  },

  addDialog: {
    title: (toolset: string) => `Add tools to ${toolset}`,
    cancel: "Cancel",
    add: "Add tools",
  },

  // Fields that choose the tools of a toolset.
  source: {
    tools: "Tools",
    label: "Tool source",
    these: (count: number) => (count === 1 ? "This tool" : `These ${number(count)} tools`),
    given: "Tools of the new toolset",
    moreGiven: (count: number) => `and ${number(count)} more`,
    byPattern: "By pattern",
    byFilter: "By filter",
    fromCatalog: "From the catalog",
    pattern: "Pattern",
    patternNote: "Write server.tool; * matches any text.",
    filter: "Filter",
    filterNote: "Same syntax as the catalog search. Tools that match later are not added automatically.",
    filterPlaceholder: (server: string) => `hint:read-only server:${server}`,
    catalogHelp: (key: ReactNode) => (
      <>
        Select tools in the catalog with their checkboxes or <kbd>{key}</kbd>, then choose <b>Add to toolset…</b> in the bar below
        them.
      </>
    ),
    goToCatalog: "Go to catalog",
    noMatches: "No matching tools.",
    matches: (tools: number, present: number) =>
      `${counted(tools, "tool")} ${tools === 1 ? "matches" : "match"}${present > 0 ? `, ${number(present)} already in the toolset` : ""}.`,
  },

  // Popover of the bar below the catalog.
  addSelected: {
    button: "Add to toolset…",
    label: "Add the selected tools to a toolset",
    list: "Toolsets",
    containsAll: "already contains all",
    containsSome: (present: number, selected: number) => `already contains ${number(present)} of ${number(selected)}`,
    newToolset: "New toolset…",
  },

  renameDialog: {
    title: (toolset: string) => `Rename ${toolset}`,
    about: "The toolset keeps its notes and stays active in the same environments.",
    rename: "Rename",
  },
  copyDialog: {
    title: (toolset: string) => `Copy ${toolset}`,
    about: "The copy has the same tools and notes, and is not active in any environment.",
    copy: "Copy",
  },
  nameDialog: { name: "Name", note: NAME_NOTE, cancel: "Cancel" },

  deleteDialog: {
    title: (toolset: string) => `Delete ${toolset}?`,
    cancel: "Cancel",
    delete: "Delete toolset",
  },

  exportDialog: {
    title: (toolset: string) => `Export ${toolset}`,
    about: {
      hypertool: "For hypertool-mcp. All other content of an existing config.json is kept.",
      markdown: "A document for people: tools, behaviour and notes.",
    },
    format: "Format",
    formats: { hypertool: "hypertool config.json", markdown: "Markdown" },
    copy: "Copy the text",
    preview: "File preview",
    loading: "Loading the preview…",
    cancel: "Cancel",
    write: "Export to file…",
  },

  importDialog: {
    title: "Import toolsets",
    about: "From hypertool’s config.json, with their notes. Existing toolsets and notes are kept.",
    pathPlaceholder: "/path/to/config.json",
    count: (toolsets: number) => counted(toolsets, "toolset"),
    cancel: "Cancel",
    import: "Import toolsets",
    table: "Toolsets in the file",
    columns: { toolset: "Toolset", tools: "Tools", missing: "Missing", notes: "Notes", result: "Result" },
    none: "–",
    addedToExisting: "Added to the existing toolset",
    isNew: "New",
    noToolsets: "The file contains no toolsets to import.",
    missing: (tools: number) =>
      tools === 1
        ? "1 tool is missing from the catalog. The toolset keeps the entry in case a server offers the tool."
        : `${number(tools)} tools are missing from the catalog. The toolsets keep the entries in case a server offers the tools.`,
    skipped: "Skipped:",
    moreSkipped: (count: number) => `and ${number(count)} more`,
  },
} as const;
