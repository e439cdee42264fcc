// Parses JSON text into form values. A value that does not fit its field remains JSON, so that nothing is lost.
import type { FormField, FieldInput, FieldOption, Form } from "../../backend";
import { compactJson } from "../../shared/indent-json";
import type { JsonNode } from "../../shared/json-text";
import { formatSyntaxError, readJson, unquoted } from "../../shared/json-text";
import type { Extra, ObjectValue, Value } from "./form-value";
import { strings } from "./strings";

/** `raw`: number of values that remained JSON. `missing`: number of absent required members. */
type ParsedValue = { value: Value; raw: number; missing: number };

const fits = (value: Value): ParsedValue => ({ value, raw: 0, missing: 0 });

function isSame(option: FieldOption, text: string): boolean {
  if (option.value.startsWith('"') && text.startsWith('"')) {
    return option.value === text || unquoted(option.value) === unquoted(text);
  }
  return compactJson(option.value) === compactJson(text);
}

/** Members by name; null if a name occurs twice, which no form can show. */
function membersOf(node: JsonNode): Map<string, JsonNode> | null {
  const members = new Map<string, JsonNode>();
  for (const child of node.children) members.set(unquoted(child.key ?? '""'), child);
  return members.size === node.children.length ? members : null;
}

function parseObject(input: { fields: readonly FormField[]; open: boolean }, node: JsonNode, text: string): ParsedValue | null {
  const members = membersOf(node);
  if (node.kind !== "object" || !members) return null;
  const values = new Map<string, Value>();
  let [raw, missing] = [0, 0];
  for (const field of input.fields) {
    const found = members.get(field.name);
    if (!found) {
      if (field.required) missing += 1;
      continue;
    }
    members.delete(field.name);
    const parsed = parseValue(field.input, found, text);
    values.set(field.name, parsed.value);
    raw += parsed.raw;
    missing += parsed.missing;
  }
  if (members.size > 0 && !input.open) return null;
  const more: Extra[] = [...members.values()].map(({ key, start, end }) => ({ key: key ?? '""', text: text.slice(start, end) }));
  return { value: { is: "object", members: values, more, given: true }, raw, missing };
}

/** Best matching variant (fewest missing members); null if none matches. */
function parseVariant(variants: readonly FormField[], node: JsonNode, text: string): ParsedValue | null {
  let best: ParsedValue | null = null;
  variants.forEach((variant, at) => {
    const parsed = parseValue(variant.input, node, text);
    if (parsed.raw > 0 || (best && best.missing <= parsed.missing)) return;
    best = { ...parsed, value: { is: "variant", at, value: parsed.value } };
  });
  return best;
}

function parseChoices(options: readonly FieldOption[], node: JsonNode, text: string): ParsedValue | null {
  if (node.kind !== "list") return null;
  const chosen = node.children.map(({ start, end }) => options.findIndex((option) => isSame(option, text.slice(start, end))));
  return chosen.includes(-1) || new Set(chosen).size < chosen.length ? null : fits({ is: "choices", options: chosen });
}

function parseFitting(input: FieldInput, node: JsonNode, text: string): ParsedValue | null {
  const source = text.slice(node.start, node.end);
  switch (input.kind) {
    case "text":
      return node.kind === "string" ? fits({ is: "text", text: unquoted(source) }) : null;
    case "number":
      return node.kind === "number" ? fits({ is: "number", text: source }) : null;
    case "toggle":
      return node.kind === "word" && source !== "null" ? fits({ is: "toggle", on: source === "true" }) : null;
    case "choice": {
      const option = input.options.findIndex((one) => isSame(one, source));
      return option < 0 ? null : fits({ is: "choice", option });
    }
    case "choices":
      return parseChoices(input.options, node, text);
    case "object":
      return parseObject(input, node, text);
    case "list": {
      if (node.kind !== "list") return null;
      const parsed = node.children.map((child) => parseValue(input.item.input, child, text));
      const sum = (of: "raw" | "missing") => parsed.reduce((all, one) => all + one[of], 0);
      const items = parsed.map(({ value }, id) => ({ id, value }));
      return { value: { is: "list", items }, raw: sum("raw"), missing: sum("missing") };
    }
    case "variants":
      return parseVariant(input.variants, node, text);
    case "json":
      return fits({ is: "json", text: source });
  }
}

const parseValue = (input: FieldInput, node: JsonNode, text: string): ParsedValue =>
  parseFitting(input, node, text) ?? { value: { is: "json", text: text.slice(node.start, node.end) }, raw: 1, missing: 0 };

/** Default value of a field; null if it has none or the text is not valid JSON. */
export function parseDefault({ input, default: text }: FormField): Value {
  if (text === null) return null;
  const read = readJson(text);
  return read.ok ? parseValue(input, read.root, text).value : null;
}

/** Reason why a text is not valid as arguments; null: it is valid. */
export function argumentsProblem(text: string): string | null {
  const read = readJson(text);
  if (!read.ok) return formatSyntaxError(read.misread);
  return read.root.kind === "object" ? null : strings.json.notObject;
}

export type ParsedForm = { ok: true; value: ObjectValue } | { ok: false; problem: string };

/** Parses all arguments, or returns the reason why they have to remain JSON. */
export function parseForm(form: Form, text: string): ParsedForm {
  const problem = argumentsProblem(text);
  const read = readJson(text);
  if (problem !== null || !read.ok) return { ok: false, problem: problem ?? "" };
  const members = membersOf(read.root);
  if (!members) return { ok: false, problem: strings.json.duplicateName };
  const parsed = parseObject(form, read.root, text)?.value;
  if (parsed?.is === "object") return { ok: true, value: parsed };
  const named = new Set(form.fields.map(({ name }) => name));
  const unknown = [...members.keys()].find((name) => !named.has(name)) ?? "";
  return { ok: false, problem: strings.json.unknownField(unknown) };
}
