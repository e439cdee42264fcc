// Texts of the environment switch and of the dialog that manages environments.
import type { ReactNode } from "react";
import { counted } from "../../shared/ago";

/** Name of the base, which has no name in the backend. */
export const BASE = "base";

export const formatEnvironment = (environment: string | null): string => environment ?? BASE;

const ONLY_BASE = "Only the base exists. Create an environment first.";
const SAME_TWICE = "Choose two different environments.";

export const strings = {
  switch: {
    label: "Environment",
    current: (name: string) => `Environment ${name}`,
    create: "New environment…",
    manage: "Manage environments…",
  },
  chip: (name: ReactNode): ReactNode => <>in {name}</>,

  dialog: {
    title: "Environments",
    about: "Decisions in an environment, such as prod, apply there instead of those of the base. Everything else comes from the base.",
    tabList: "Manage environments",
    tabs: { list: "Environments", compare: "Compare", promote: "Promote" },
  },

  list: {
    loading: "Loading environments…",
    failed: "Could not load the environments",
    emptyTitle: "No environments",
    empty: (example: ReactNode): ReactNode => (
      <>Create an environment for values that differ from the base, such as stricter hints in {example}.</>
    ),
    example: "prod",
    columns: { name: "Environment", decisions: "Decisions", rules: "Rules", actions: "Actions" },
    current: "current",
    rename: "Rename",
    renameNamed: (name: string) => `Rename ${name}`,
    delete: "Delete",
    deleteNamed: (name: string) => `Delete ${name}`,
    deleted: (name: string, decisions: number, rules: number) =>
      `Deleted ${name} with ${counted(decisions, "decision")} and ${counted(rules, "rule")}`,
    deletedCurrent: (name: string, decisions: number, rules: number) =>
      `Deleted ${name} with ${counted(decisions, "decision")} and ${counted(rules, "rule")}, and switched to the base`,
  },

  newForm: {
    name: "New environment",
    placeholder: "prod",
    startFrom: "Start from",
    empty: "Empty (same as the base)",
    copyOf: (name: string) => `A copy of ${name}`,
    create: "Create",
    created: (name: string) => `Created ${name}`,
    createdCopy: (name: string, source: string) => `Created ${name} as a copy of ${source}`,
  },

  renameForm: {
    name: (name: string) => `New name for ${name}`,
    save: "Save",
    cancel: "Cancel",
    renamed: (name: string, newName: string) => `Renamed ${name} to ${newName}`,
  },

  nameProblem: {
    characters: "Use only the characters a-z, 0-9 and -.",
    tooLong: (max: number) => `Use at most ${max} characters.`,
    taken: (name: string) => `An environment named ${name} already exists.`,
  },

  compare: {
    emptyTitle: "Nothing to compare",
    empty: ONLY_BASE,
    first: "Environment",
    second: "Compare with",
    sameTwice: SAME_TWICE,
    loading: "Comparing…",
    noDifferences: "No differences",
    differences: (count: number) => (count === 1 ? "1 field differs" : `${counted(count, "field")} differ`),
    equal: (count: number) => (count === 1 ? "1 decision is equal" : `${counted(count, "decision")} are equal`),
    table: "Differences",
    equalTable: "Equal decisions",
    columns: { tool: "Tool", field: "Field", value: (environment: string) => `In ${environment}` },
    valueReason: (value: string, reason: string) => `${value}: ${reason}`,
  },

  promote: {
    about: "Copies the decisions of one environment to another, after you review the changes.",
    emptyTitle: "Nothing to promote",
    empty: ONLY_BASE,
    from: "From",
    to: "To",
    sameTwice: SAME_TWICE,
    loading: "Comparing…",
    noChanges: (from: string, to: string) => `Nothing to promote: ${to} already has every decision of ${from}.`,
    changes: (count: number, to: string, loosening: number) => {
      const changes = `${counted(count, "change")} to ${to}`;
      if (loosening === 0) return `${changes}, none loosens a hint.`;
      return `${changes}, ${loosening.toLocaleString("en")} of them ${loosening === 1 ? "loosens a hint" : "loosen hints"}: clients may stop asking for approval.`;
    },
    table: "Changes",
    columns: { subject: "Tool or rule", field: "Field", before: "Before", after: "After", effect: "Effect" },
    loosens: "loosens",
    targetOnly: (to: ReactNode): ReactNode => <>Decisions that only {to} has are kept.</>,
    promote: "Promote changes",
    promoted: (from: string, to: string, count: number) => `Promoted ${from} to ${to}: ${counted(count, "change")}`,
  },
} as const;
