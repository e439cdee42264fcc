// Inputs of commands, with what a test does not care about as the page would send it.
import type { DecideInput, ExportInput, HintName, RuleInput, ToolKey } from "../src/backend/bindings";

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
