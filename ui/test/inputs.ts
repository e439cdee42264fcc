// Inputs of commands; fields that a test does not set have the values that the page would send.
import type { DecideInput, ExportInput, HintName, RuleInput, ToolKey } from "../src/backend/bindings";
import type { LoggedCall } from "./preparation";

export const keyOf = (tool: string): ToolKey => ({ server: "demo", tool });

export const decideHint = (tool: string, hint: HintName, value: boolean | null, over: Partial<DecideInput> = {}): DecideInput => ({
  ...keyOf(tool),
  environment: null,
  seen: null,
  decisions: [{ field: "hint", hint, value }],
  because: null,
  ...over,
});

export const ruleOf = (selector: string, hint: HintName, value: boolean, over: Partial<RuleInput> = {}): RuleInput => ({
  selector,
  hint,
  value,
  because: null,
  environment: null,
  loosen: true,
  ...over,
});

/** Allowed call of `home_notes_get_note`. */
export const LOGGED_CALL: LoggedCall = {
  client: "Codex",
  tool: "home_notes_get_note",
  arguments: {},
  values: false,
  verdict: "allowed",
  reason: null,
  outcome: "ok",
  ms: 84,
};

export const exportOf = (target: string, over: Partial<ExportInput> = {}): ExportInput => ({
  target,
  environment: null,
  toolset: null,
  reviewedOnly: false,
  notes: false,
  denyDestructive: false,
  path: null,
  seen: [],
  ...over,
});
