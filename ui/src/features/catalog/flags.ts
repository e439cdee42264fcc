// Flags of a tool on cards and table rows, in display order.
import type { ToolCard } from "../../backend";
import { isDisputed } from "./disputed";
import { strings } from "./strings";

export type FlagKind = "drifted" | "disputed" | "suspended" | "problems" | "findings" | "notes" | "reviewed";
export type Flag = {
  kind: FlagKind;
  label: string;
  /** Short label that fits on a card next to the icon. */
  short: string;
};

export function flagsOf(card: ToolCard): Flag[] {
  const { problems, findings, review, suspended, notes } = card;
  const flags: Flag[] = [];
  if (review === "drifted") flags.push({ kind: "drifted", label: strings.flags.drifted, short: strings.flags.drifted });
  if (isDisputed(card)) flags.push({ kind: "disputed", label: strings.flags.disputed, short: strings.flags.disputed });
  if (suspended) flags.push({ kind: "suspended", label: strings.flags.suspended, short: "" });
  if (problems > 0) flags.push({ kind: "problems", label: strings.flags.problems(problems), short: String(problems) });
  if (findings > 0) flags.push({ kind: "findings", label: strings.flags.findings(findings), short: String(findings) });
  if (notes > 0) flags.push({ kind: "notes", label: strings.flags.notes(notes), short: String(notes) });
  if (review === "reviewed") flags.push({ kind: "reviewed", label: strings.flags.reviewed, short: "" });
  return flags;
}
