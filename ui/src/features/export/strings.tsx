// Texts of the export page, and of the dialog that applies a file of decisions.
import type { ReactNode } from "react";
import type { ExportStage, FileScope, TargetView } from "../../backend";
import { counted } from "../../shared/ago";
import type { FileState } from "./file-state";
import type { OutcomeFilter } from "./report-rows";
import type { Outcome, OutcomeCount, ReportSummary } from "./report-summary";
import { OUTCOMES } from "./report-summary";

const targetKinds: Record<TargetView["kind"], string> = {
  canonical: "Hintsmith",
  gateway: "Gateways",
  client: "Clients",
  document: "Documents",
};

/** How the tests verify the files of a target. */
const verification: Record<TargetView["checked"], { short: string; long: string }> = {
  run: {
    short: "Tested with its own program",
    long: "Our tests load the exported file with the target’s own program.",
  },
  schema: {
    short: "Validated against its schema",
    long: "Our tests validate the exported file against the target’s published schema. They do not run its program.",
  },
  ourSchema: {
    short: "Validated against our own schema",
    long: "Our tests validate the exported file against a schema that we derived from the target’s source code or its published schema. They do not run its program: review the result once.",
  },
  source: {
    short: "Based on its source code",
    long: "The file follows the target’s parser, as we read it in the source code. Our tests do not run its program: review the result once.",
  },
  docs: {
    short: "Based on its documentation",
    long: "The file follows the target’s documentation. We did not read its parser, and our tests do not run its program: try the result before you rely on it.",
  },
  people: { short: "For people", long: "No program loads this document, so there is nothing to test it with." },
};

const previewStages: Record<ExportStage, string> = {
  collecting: "Collecting tools…",
  writing: "Building the file…",
  comparing: "Comparing with the file on disk…",
};

const scopeLabels: Record<FileScope, string> = { user: "User", project: "Project", local: "Local" };
const aboutScopes: Record<FileScope, (path: string) => string> = {
  user: (path) => `${path}, read for you in every project.`,
  project: (path) => `${path}, shared with everyone who works on the project.`,
  local: (path) => `${path}, read for you in this project and not shared.`,
};

const fileStates: Record<FileState, { short: string; long: string }> = {
  new: { short: "Will create this file", long: "No file exists at this path." },
  same: { short: "Up to date", long: "Nothing to write: the file already has this content." },
  merged: { short: "Will be merged into your file", long: "The other content of the file is kept." },
  ours: { short: "Will replace a file that Hintsmith wrote", long: "Review the difference below." },
  theirs: {
    short: "Not a Hintsmith file",
    long: "The existing file was not written by Hintsmith. It is kept unless you review the difference and replace it.",
  },
  unreadable: {
    short: "Not a text file",
    long: "The existing file is not text, so Hintsmith does not replace it. Choose another name or another folder.",
  },
};

const outcomeLabels: Record<Outcome, string> = {
  none: "not exported",
  partial: "exported in part",
  full: "exported in full",
  hidden: "hidden, not in the toolset",
};
const reportHeads: Record<Outcome, string> = { none: "Not exported", partial: "Exported in part", full: "Exported in full", hidden: "Hidden, not in the toolset" };
const reportFilters: Record<OutcomeFilter, string> = { all: "All", none: "Not exported", partial: "In part", full: "In full", hidden: "Hidden" };

/** Maximum number of names in a summary. */
const MAX_NAMES = 4;

/** "read-only (40 tools), title (1 tool)". */
function listCounts(counts: readonly OutcomeCount[], separator = ", "): string {
  const names = counts.slice(0, MAX_NAMES).map(({ name, tools }) => `${name} (${counted(tools, "tool")})`);
  const more = counts.length - names.length;
  return [...names, ...(more > 0 ? [`${more.toLocaleString("en")} more`] : [])].join(separator);
}

/** A kind of content, in a sentence about what a target cannot hold. */
const contentName = (name: string): string => (/^(read-only|destructive|idempotent|open-world)$/.test(name) ? `${name} hint` : name);

function listUnsupported(target: string, unsupported: readonly OutcomeCount[]): string {
  const named = unsupported.map(({ name, tools: count }) => `${contentName(name)} (${counted(count, "tool")})`);
  return `${target} has no place for: ${named.join(", ")}. The counts above ignore these.`;
}

export const strings = {
  page: {
    title: "Export",
    about: "Hintsmith writes no file until you click Write. It merges into your own files, and asks before it replaces one.",
    failed: "Could not load the export targets",
  },

  picker: {
    title: "Target",
    filter: "Filter targets",
    list: "Targets",
    kinds: targetKinds,
    found: (count: number) => counted(count, "target"),
    noMatch: "No matching targets",
  },

  target: {
    verification,
    aboutVerification: "How this target was tested",
    path: "File",
    loading: "Loading the preview…",
    failed: "Could not preview this file",
    filesRegion: "File preview",
  },

  /** Files that the program reads. */
  scopes: {
    label: "Where to write",
    labels: scopeLabels,
    about: aboutScopes,
    otherFile: "Other file",
    aboutOtherFile: "Any file that you name.",
    project: "Project folder",
    projectPlaceholder: "/path/to/project",
    needsProject: "Choose the project folder to preview its file.",
  },

  choices: {
    environment: "Environment",
    servers: "Servers",
    allServers: "All servers",
    scannedServers: "All scanned servers",
    noTools: "no tools yet",
    notScanned: (servers: string, count: number) =>
      `${servers} ${count === 1 ? "has" : "have"} no tools yet, because no scan has completed. Scan ${count === 1 ? "it" : "them"} before you export.`,
    someServers: (count: number) => counted(count, "server"),
    allLayers: "Everything (base and all environments)",
    aboutAllLayers: "The base, all environments and all rules in one file, to apply as a whole.",
    aboutBase: "The decisions that apply in the base, per tool.",
    aboutEnvironment: "The decisions that apply in this environment, per tool: its own, and those of the base.",
    toolset: "Toolset",
    allTools: "All tools",
    reviewedOnly: "Only reviewed tools",
    notes: "Notes in descriptions",
    denyDestructive: "Deny destructive tools",
    unreviewed: (count: number, total: number) =>
      count === 1
        ? `1 of ${total.toLocaleString("en")} tools is not reviewed in its current version: its decisions are not exported.`
        : `${count.toLocaleString("en")} of ${total.toLocaleString("en")} tools are not reviewed in their current version: their decisions are not exported.`,
    review: "Review now",
  },

  /** Totals: each label follows a number. */
  tally: {
    entries: {
      label: (count: number) => (count === 1 ? "entry in this file" : "entries in this file"),
      allLayers: "Decisions, rules, toolsets, notes, comments and reviews, of the base and of every environment.",
      oneLayer: "Decisions per tool, with rules applied.",
      noneAtAll: "You have decided nothing yet, so the file would be empty.",
      noneHere: "No decision applies here, so the file would be empty.",
    },
    tools: (count: number) => (count === 1 ? "tool" : "tools"),
    outcomes: outcomeLabels,
    fields: {
      kept: (counts: readonly OutcomeCount[]) => `Written unchanged: ${listCounts(counts)}.`,
      // The names are clauses with commas.
      changed: (counts: readonly OutcomeCount[]) => `Translated: ${listCounts(counts, "; ")}.`,
      dropped: (counts: readonly OutcomeCount[]) => `Left out: ${listCounts(counts)}.`,
    },
    unsupported: listUnsupported,
  },

  /** A preview that takes a while, and one that the user cancelled. */
  progress: {
    running: "Preparing the preview…",
    stages: previewStages,
    label: "Preview progress",
    cancel: "Cancel",
    cancelled: "Preview cancelled",
    retry: "Preview again",
  },

  caveats: {
    ofExport: "About this export",
    ofTarget: "About this target",
    showMore: (count: number) => `Show ${count.toLocaleString("en")} more`,
    more: (count: number) => `And ${count.toLocaleString("en")} more.`,
  },

  report: {
    title: "Result per tool",
    filter: "Filter tools by result",
    filters: reportFilters,
    list: "Exported fields per tool",
    heads: reportHeads,
    /** Before the reason. */
    leftOut: (field: string) => `${field.charAt(0).toUpperCase()}${field.slice(1)} left out`,
    changed: (field: string) => `${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    empty: "Nothing to export: no tool differs from what its server declares.",
  },

  file: {
    states: fileStates,
    /** Follows the long text of a state. */
    copyKept: "A copy of the current file will be kept in the same folder.",
    tabList: "File view",
    tabs: { difference: "Difference", file: "File" },
    difference: "Difference from the file on disk",
    whole: "Whole file",
    files: "Files",
  },

  foot: {
    nothingToWrite: (file: string, files: number) =>
      `Nothing to write: ${files > 1 ? `all ${files} files are` : `${file} is`} up to date`,
    notRecorded: (file: string) => `${file} is up to date, but not recorded as exported`,
    /** Follows the effect on the file, where the totals may be out of view. */
    summary: ({ tools, outcomes }: ReportSummary) => {
      const parts = OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map(
        (outcome) => `${outcomes[outcome].toLocaleString("en")} ${reportFilters[outcome].toLowerCase()}`,
      );
      return ` · ${counted(tools, "tool")}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
    },
    copy: "Copy",
    copied: (fileName: string) => `Copied ${fileName}`,
    replace: "Replace…",
    markExported: "Mark as exported",
    write: (files: number) => (files > 1 ? `Write ${files} files` : "Write file"),
  },

  /** Toast after an export. */
  written: {
    paths: (first: string, others: number) => (others > 0 ? `${first} and ${counted(others, "more file")}` : first),
    showInFolder: "Show in folder",
    noFileManager: "Could not open a file manager",
    openYourself: (path: string) => `Open the folder yourself. The file is ${path}`,
    copyPath: "Copy path",
    pathCopied: "Path copied",
    wrote: (paths: string) => `Wrote ${paths}`,
    upToDate: (paths: string) => `Already up to date, marked as exported: ${paths}`,
    copies: (paths: string) => `The previous content is kept in ${paths}.`,
    caveats: (count: number) => `Review the ${counted(count, "warning")} about this export.`,
  },

  replaceDialog: {
    title: (files: number) => (files === 1 ? "Replace this file?" : `Replace ${files} files?`),
    about: (files: number) =>
      files === 1
        ? "Hintsmith did not write this file. A copy is kept in the same folder."
        : "Hintsmith did not write these files. A copy of each is kept in the same folder.",
    replaced: "Replaced file",
    copy: "Copy kept as",
    cancel: "Cancel",
    replace: (files: number) => (files === 1 ? "Replace file" : `Replace ${files} files`),
  },

  applyDialog: {
    title: "Apply a file",
    about: "Adds the decisions of a hintsmith.json file to your own. Decisions that are not in the file do not change.",
    placeholder: "/path/to/hintsmith.json",
    missingServers: (servers: ReactNode): ReactNode => (
      <>Servers that you have not added: {servers}. Their decisions apply once you add a server with that name.</>
    ),
    newEnvironments: (count: number, names: ReactNode): ReactNode => (
      <>
        New {count === 1 ? "environment" : "environments"}: {names}
      </>
    ),
    total: (decisions: number, servers: number, changes: number) =>
      `${counted(decisions, "decision")} for ${counted(servers, "server")}, ${counted(changes, "change")}`,
    cancel: "Cancel",
    apply: "Apply file",
    // Why the file cannot be applied yet.
    readOnly: "The store is read-only.",
    needsFile: "Choose a file.",
    nothingToApply: "There is nothing to apply.",
    needsConfirmation: "Confirm what is loosened.",
    applySome: (count: number) => `Apply ${counted(count, "change")}`,
    applied: (count: number, fileName: string) => `Applied ${counted(count, "change")} from ${fileName}`,
  },

  applyChanges: {
    empty: "This file changes nothing.",
    conflicts: (count: number) =>
      count === 1 ? "1 change replaces an existing decision:" : `${counted(count, "change")} replace existing decisions:`,
    conflictChoice: "Conflicting decisions",
    useFile: "Use the file’s",
    keepMine: "Keep mine",
    table: "Changes",
    columns: {
      apply: "Apply",
      environment: "Environment",
      subject: "Tool or rule",
      field: "Field",
      before: "Before",
      after: "After",
    },
    applyRow: (subject: string, field: string) => `Apply ${subject} ${field}`,
  },
} as const;
