// Texts of the dialog that writes decisions into the source of a server.
import type { PatchState } from "../../backend";
import { counted } from "../../shared/ago";

/** States of a tool whose source is not changed. */
export type UnwrittenState = Exclude<PatchState, "changed" | "excluded" | "upToDate">;

export const strings = {
  title: (server: string) => `Write decisions to the source of ${server}`,
  about: "Hintsmith edits the hints and titles of tools in source files, so that the server declares them itself. You review every change first.",
  cancel: "Cancel",
  close: "Close",
  back: "Back",
  compare: "Compare with the last scan",

  choices: {
    folder: "Source folder",
    folderNote: "Folder with the source code of the server, such as a Git checkout.",
    folderPlaceholder: "/home/you/notes-mcp",
    environment: "Environment",
    inferred: "Also write inferred hints that are neither declared nor decided",
    tests: "Also write a test of the decided hints, for the test suite of the project",
  },

  preview: {
    loading: "Searching the source for tools…",
    progress: "Search of the source",
    noTools: "Nothing to write: no hint or title of this server is decided. Decide some first, or include inferred hints.",
    noChanges: "Nothing to write: the source needs no changes.",
    warnings: "Warnings",
    total: (files: number, tools: number) => `${counted(tools, "tool")} in ${counted(files, "file")}`,
    commit: "Commit on a new branch",
    write: (files: number) => (files === 0 ? "Write files" : `Write ${counted(files, "file")}`),
    showAll: (count: number) => `Show all ${count.toLocaleString("en")}`,
  },

  tools: {
    title: (count: number) => `${counted(count, "tool")} to change`,
    about: "Decisions about tools that you clear stay in Hintsmith.",
    upToDate: (count: number) => `The source already declares the values of ${counted(count, "other tool")}.`,
    notDeclared: "not declared",
    unwritten: (count: number) => `${counted(count, "tool")} not changed`,
    states: {
      ambiguous: "Several places register this tool",
      generated: "The name is computed when the server runs",
      notFound: "Not found in the source",
      refused: "This place cannot be edited",
    } satisfies Record<UnwrittenState, string>,
  },

  files: {
    title: (count: number) => `Changes to ${counted(count, "file")}`,
    difference: (path: string) => `Changes to ${path}`,
    line: (line: string) => `Line ${line}`,
  },

  workTree: {
    title: "Git",
    /** Before the path of the work tree. */
    root: "Work tree:",
    branch: "Branch:",
    noBranch: "none checked out",
    dirty: "The work tree has changes that are not committed. Commit or stash them first, so that the new changes can be reviewed separately.",
    allowDirty: "Write although changes are not committed",
    noRepository: "The folder is not in a Git repository, so Git cannot restore the files. Choose a Git checkout, or make a copy of the folder first.",
    allowNoRepository: "Write without version control",
    newBranch: "New branch",
    newBranchNote: "For a commit. The branch starts at the current commit and is checked out. Only the changed files are committed.",
    defaultBranch: "declare-tool-annotations",
  },

  written: {
    title: (files: number) => `${counted(files, "file")} changed`,
    committed: (commit: string) => `Committed as ${commit} on the branch`,
    copy: "Copy pull request description",
    next: "Next step",
    scanAbout: "Start the server from the changed source and scan it, to compare what it declares with your decisions. If it does not run from this folder, edit the server first.",
    scan: "Scan the server again",
    scanning: "Scanning…",
    off: "The server is off. Turn it on to scan it.",
  },

  declared: {
    title: "Decisions and declared values",
    loading: "Comparing…",
    failed: "Could not compare",
    none: "No hint or title of this server is decided.",
    sum: (agreeing: number, all: number) => `The server declares ${agreeing.toLocaleString("en")} of ${counted(all, "decision")} itself.`,
    columns: { tool: "Tool", field: "Field", decided: "Decided", declared: "Declared", result: "Result" },
    nothing: "nothing",
    same: "Same",
    differs: "Differs",
    retire: "Remove decisions the server declares itself…",
  },

  retire: {
    title: "Remove decisions the server declares itself",
    about: "The effective values stay the same. Only decisions of the base environment are removed.",
    loading: "Loading…",
    none: "The server declares none of the decided values itself.",
    table: "Decisions to remove",
    /** Before the names of tools. */
    askedAgain: (tools: number) =>
      `Permission files and proxies will ask about ${counted(tools, "tool")} again, because they allow only what is decided to be read-only:`,
    remove: (count: number) => (count === 0 ? "Remove decisions" : `Remove ${counted(count, "decision")}`),
    removed: (count: number, server: string) => `Removed ${counted(count, "decision")} that ${server} declares itself`,
  },
} as const;
