// Texts of the notes section, its form and its dialogs, and of the notes that agents propose.
import type { ReactNode } from "react";
import { counted } from "../../shared/ago";

const number = (count: number): string => count.toLocaleString("en");

/** Length that notes and decided descriptions add to what a model reads. */
export const addedTokens = (count: number): string => `adds about ${counted(count, "token")} to the model’s context`;

const ALL_TOOLSETS = "Every toolset";

export const strings = {
  section: {
    title: "Notes",
    list: "Notes",
    add: "Add note",
    empty: "No notes. Notes add guidance for the model below the description.",
    tooLong: "The notes of this tool are longer than 8,000 characters. Models follow long notes less reliably.",
    proposed: (count: number) => `${counted(count, "note")} written by agents. Models see a note only after you accept it.`,
    showFewer: "Show fewer",
    showAll: (count: number) => `Show all ${counted(count, "note")}`,
    deleted: (note: string, tool: string) => `Note ${note} deleted from ${tool}`,
  },

  row: {
    allToolsets: ALL_TOOLSETS,
    onlyIn: (toolset: ReactNode) => <>Only in {toolset}</>,
    inactive: ", inactive",
    edit: "Edit",
    copy: "Copy to other tools…",
    delete: "Delete",
    // Suffix of the buttons, for screen readers.
    ofNote: (note: string) => `: ${note}`,
  },

  form: {
    addLabel: "Add note",
    editLabel: (note: string) => `Edit note ${note}`,
    name: "Name",
    namePlaceholder: "confirm-first",
    aboutName: "Heading of the note in the description that models read. Use a-z, 0-9 and -.",
    nameMissing: "Enter a name.",
    text: "Text for the model",
    textPlaceholder: "Guidance that the description lacks",
    textMissing: "Enter a text.",
    length: (length: number, max: number) => `${number(length)} of ${number(max)}`,
    keepHiddenCharacters: "Keep these characters: readers do not see them, but models do",
    scope: "Applies in",
    allToolsets: ALL_TOOLSETS,
    onlyIn: (toolset: string, isActive: boolean) => `Only in ${toolset}${isActive ? " (active)" : ""}`,
    cancel: "Cancel",
    add: "Add note",
    save: "Save note",
    added: (note: string, tool: string) => `Note ${note} added to ${tool}`,
    edited: (note: string, tool: string) => `Note ${note} of ${tool} edited`,
  },

  // Preview of the description with the notes.
  preview: {
    label: "What the model will read",
    text: "Description with notes",
    empty: "The preview appears once the note has a name and a text.",
  },

  templates: {
    title: "Templates",
    remove: (template: string) => `Remove template ${template}`,
    removed: (template: string) => `Template ${template} removed`,
    // After a template replaced a text of the user.
    replacedText: (template: string) => `Template ${template} replaced your text`,
    restoreText: "Restore text",
    saveAs: "Save as template…",
    noText: "Enter a text first.",
    nameLabel: "Template name",
    namePlaceholder: "Name",
    save: "Save",
    replace: "Replace",
    saved: (template: string) => `Template ${template} saved`,
  },

  proposed: {
    list: "Notes written by agents",
    allToolsets: ALL_TOOLSETS,
    byAgent: "Written by an agent",
    byAgentOf: (user: ReactNode) => <>Written by an agent of {user}</>,
    toolRemoved: "tool removed",
    accept: "Accept",
    reject: "Reject",
    // Suffix of the buttons, for screen readers.
    ofNote: (note: string) => `: note ${note}`,
    accepted: (note: string) => `Note ${note} accepted; models see it from now on`,
    rejected: (note: string) => `Note ${note} rejected`,
  },

  copyDialog: {
    title: "Copy notes to other tools",
    about: (tool: ReactNode) => (
      <>From {tool}. Each note keeps its toolset. A tool that has a note with the same name keeps its own.</>
    ),
    notes: "Notes",
    cancel: "Cancel",
    copy: (tools: number) => (tools === 0 ? "Copy" : `Copy to ${counted(tools, "tool")}`),
    done: "Done",
    skipped: (notes: number) => `${counted(notes, "note")} skipped:`,
    more: (count: number) => `and ${number(count)} more`,
    copied: (notes: number, tool: string, tools: number) => `${counted(notes, "note")} of ${tool} copied to ${counted(tools, "tool")}`,
  },

  toolPicker: {
    label: "Tools",
    placeholder: "Search by name, server:github, is:decided…",
    found: (tools: number) => `${counted(tools, "tool")} found`,
    noneSelected: "No tools selected",
    selected: (tools: number) => `${counted(tools, "tool")} selected`,
    selectAll: (tools: number) => `Select all ${number(tools)}`,
    // The tools that are selected in the catalog.
    addFromCatalog: (tools: number) => `Add ${number(tools)} selected in the catalog`,
    clear: "Clear selection",
    foundList: "Matching tools",
    selectedList: "Selected tools",
    more: (count: number) => `and ${number(count)} more`,
  },
} as const;
