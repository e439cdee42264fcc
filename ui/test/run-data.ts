// Forms and run reports with default values.
import type { FieldInput, Form, FormField, RunReport } from "../src/backend/bindings";

type Over = Partial<FormField>;

export const field = (name: string, input: FieldInput, over: Over = {}): FormField => ({
  name,
  label: name,
  description: null,
  required: false,
  default: null,
  input,
  ...over,
});
export const text = (name: string, over: Over = {}): FormField => field(name, { kind: "text", format: "line", min: null, max: null }, over);
export const number = (name: string, over: Over = {}): FormField => field(name, { kind: "number", integer: false, min: null, max: null }, over);
export const toggle = (name: string, over: Over = {}): FormField => field(name, { kind: "toggle" }, over);
const optionsOf = (values: readonly string[]) => values.map((value) => ({ label: value.replace(/^"|"$/g, ""), value }));
export const choice = (name: string, values: readonly string[], over: Over = {}): FormField =>
  field(name, { kind: "choice", options: optionsOf(values) }, over);
export const choices = (name: string, values: readonly string[], over: Over = {}): FormField =>
  field(name, { kind: "choices", options: optionsOf(values) }, over);
export const object = (name: string, fields: FormField[], over: Over = {}): FormField => field(name, { kind: "object", fields, open: false }, over);
export const list = (name: string, item: FormField, over: Over = {}): FormField => field(name, { kind: "list", item, min: null, max: null }, over);
export const variants = (name: string, all: FormField[], over: Over = {}): FormField => field(name, { kind: "variants", variants: all }, over);
export const form = (fields: FormField[]): Form => ({ fields, open: false, limitation: null });

export const reportOf = (over: Partial<RunReport> = {}): RunReport => ({
  verdict: "allowed",
  why: null,
  outcome: "ok",
  tookMs: 84,
  error: null,
  content: [{ kind: "text", text: "Done." }],
  structured: null,
  violations: [],
  raw: '{"content":[{"type":"text","text":"Done."}]}',
  openWorld: false,
  command: "hintsmith run demo.home_notes_delete_note --arguments '{}'",
  ...over,
});
