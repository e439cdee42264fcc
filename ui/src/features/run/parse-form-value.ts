// JSON text into a form: each value goes where it fits, and stays JSON where it does not. Nothing is lost on the way.
import type { FormField, FieldInput, FieldOption, Form } from "../../backend";
import { compactJson } from "../../shared/indent-json";
import type { JsonNode } from "../../shared/json-text";
import { misreadWords, readJson, unquoted } from "../../shared/json-text";
import type { Extra, ObjectValue, Value } from "./form-value";

/** `raw`: how much had to stay JSON. `missing`: how many required members are not there. */
type Taken = { value: Value; raw: number; missing: number };

const fits = (value: Value): Taken => ({ value, raw: 0, missing: 0 });

function isSame(option: FieldOption, text: string): boolean {
  if (option.value.startsWith('"') && text.startsWith('"')) {
    return option.value === text || unquoted(option.value) === unquoted(text);
  }
  return compactJson(option.value) === compactJson(text);
}

/** The members by name; null where a name is there twice, which no form can show. */
function membersOf(node: JsonNode): Map<string, JsonNode> | null {
  const members = new Map<string, JsonNode>();
  for (const child of node.children) members.set(unquoted(child.key ?? '""'), child);
  return members.size === node.children.length ? members : null;
}

function takeObject(input: { fields: readonly FormField[]; open: boolean }, node: JsonNode, text: string): Taken | null {
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
    const taken = take(field.input, found, text);
    values.set(field.name, taken.value);
    raw += taken.raw;
    missing += taken.missing;
  }
  if (members.size > 0 && !input.open) return null;
  const more: Extra[] = [...members.values()].map(({ key, start, end }) => ({ key: key ?? '""', text: text.slice(start, end) }));
  return { value: { is: "object", members: values, more, given: true }, raw, missing };
}

/** The variant it fits best; none where it fits none. */
function takeVariant(variants: readonly FormField[], node: JsonNode, text: string): Taken | null {
  let best: Taken | null = null;
  variants.forEach((variant, at) => {
    const taken = take(variant.input, node, text);
    if (taken.raw > 0 || (best && best.missing <= taken.missing)) return;
    best = { ...taken, value: { is: "variant", at, value: taken.value } };
  });
  return best;
}

function takeChoices(options: readonly FieldOption[], node: JsonNode, text: string): Taken | null {
  if (node.kind !== "list") return null;
  const chosen = node.children.map(({ start, end }) => options.findIndex((option) => isSame(option, text.slice(start, end))));
  return chosen.includes(-1) || new Set(chosen).size < chosen.length ? null : fits({ is: "choices", options: chosen });
}

function takeFitting(input: FieldInput, node: JsonNode, text: string): Taken | null {
  const own = text.slice(node.start, node.end);
  switch (input.kind) {
    case "text":
      return node.kind === "string" ? fits({ is: "text", text: unquoted(own) }) : null;
    case "number":
      return node.kind === "number" ? fits({ is: "number", text: own }) : null;
    case "toggle":
      return node.kind === "word" && own !== "null" ? fits({ is: "toggle", on: own === "true" }) : null;
    case "choice": {
      const option = input.options.findIndex((one) => isSame(one, own));
      return option < 0 ? null : fits({ is: "choice", option });
    }
    case "choices":
      return takeChoices(input.options, node, text);
    case "object":
      return takeObject(input, node, text);
    case "list": {
      if (node.kind !== "list") return null;
      const taken = node.children.map((child) => take(input.item.input, child, text));
      const sum = (of: "raw" | "missing") => taken.reduce((all, one) => all + one[of], 0);
      const items = taken.map(({ value }, id) => ({ id, value }));
      return { value: { is: "list", items }, raw: sum("raw"), missing: sum("missing") };
    }
    case "variants":
      return takeVariant(input.variants, node, text);
    case "json":
      return fits({ is: "json", text: own });
  }
}

const take = (input: FieldInput, node: JsonNode, text: string): Taken =>
  takeFitting(input, node, text) ?? { value: { is: "json", text: text.slice(node.start, node.end) }, raw: 1, missing: 0 };

/** A default of a field; nothing where it is no JSON. */
export function parseDefault({ input, default: text }: FormField): Value {
  if (text === null) return null;
  const read = readJson(text);
  return read.ok ? take(input, read.root, text).value : null;
}

/** Why a text cannot be sent as arguments; null: it can. */
export function whyNoArguments(text: string): string | null {
  const read = readJson(text);
  if (!read.ok) return misreadWords(read.misread);
  return read.root.kind === "object" ? null : "Line 1, column 1: arguments are an object, in braces";
}

export type ParsedForm = { ok: true; value: ObjectValue } | { ok: false; why: string };

/** All arguments into the form, or why they have to stay JSON. */
export function parseForm(form: Form, text: string): ParsedForm {
  const why = whyNoArguments(text);
  const read = readJson(text);
  if (why !== null || !read.ok) return { ok: false, why: why ?? "" };
  const members = membersOf(read.root);
  if (!members) return { ok: false, why: "A name is there twice, which the form cannot show" };
  const taken = takeObject(form, read.root, text)?.value;
  if (taken?.is === "object") return { ok: true, value: taken };
  const named = new Set(form.fields.map(({ name }) => name));
  const unknown = [...members.keys()].find((name) => !named.has(name)) ?? "";
  return { ok: false, why: `The form has no field “${unknown}”` };
}
