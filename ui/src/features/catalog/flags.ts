// Flags of a tool on cards and table rows, in display order.
import type { ToolCard } from "../../backend";
import { counted } from "../../shared/ago";

export type FlagKind = "drifted" | "suspended" | "problems" | "findings" | "notes" | "reviewed";
export type Flag = {
  kind: FlagKind;
  /** Full label. */
  words: string;
  /** Short label that fits on a card next to the icon. */
  short: string;
};

export function flagsOf({ problems, findings, review, suspended, notes }: ToolCard): Flag[] {
  const flags: Flag[] = [];
  if (review === "drifted") flags.push({ kind: "drifted", words: "Drifted", short: "Drifted" });
  if (suspended) flags.push({ kind: "suspended", words: "A decision is suspended", short: "" });
  if (problems > 0) flags.push({ kind: "problems", words: counted(problems, "problem"), short: String(problems) });
  if (findings > 0) flags.push({ kind: "findings", words: counted(findings, "finding"), short: String(findings) });
  if (notes > 0) flags.push({ kind: "notes", words: counted(notes, "note"), short: String(notes) });
  if (review === "reviewed") flags.push({ kind: "reviewed", words: "Reviewed", short: "" });
  return flags;
}
