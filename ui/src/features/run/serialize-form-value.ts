// Serializes a form to JSON text: typed numbers and JSON stay verbatim, and empty optional values are omitted.
import type { Violation, FormField, FieldInput, Form } from "../../backend";
import { formatSyntaxError, readJson } from "../../shared/json-text";
import type { Item, ObjectValue, Value } from "./form-value";
import { within } from "./form-value";
import { strings } from "./strings";

/** Problem found without the schema. `fatal`: the text is not valid JSON, so it cannot be sent. */
export type FormProblem = Violation & { fatal: boolean };
export type SerializedForm = { text: string; problems: readonly FormProblem[] };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type Context = { path: string; problems: FormProblem[] };

const at = ({ path, problems }: Context, step: string | number): Context => ({ path: within(path, step), problems });
const report = ({ path, problems }: Context, message: string, fatal = false): void => {
  problems.push({ path, message, fatal });
};

/** Value sent for a list item or variant without input. */
function serializeEmpty({ kind }: FieldInput, context: Context): string {
  if (kind === "text") return '""';
  if (kind === "object") return "{}";
  if (kind === "list" || kind === "choices") return "[]";
  report(context, strings.field.nullSent);
  return "null";
}

function serializeNumber(typed: string, context: Context): string | null {
  const text = typed.trim();
  if (text === "") return null;
  if (NUMBER.test(text)) return text;
  report(context, strings.field.notNumber);
  return JSON.stringify(text);
}

function serializeRaw(text: string, context: Context): string | null {
  if (text.trim() === "") return null;
  const read = readJson(text);
  if (!read.ok) report(context, formatSyntaxError(read.misread), true);
  return text.trim();
}

function serializeMembers(fields: readonly FormField[], { members, more }: ObjectValue, context: Context): string[] {
  const serialized = fields.flatMap((field) => {
    const text = serializeField(field, members.get(field.name) ?? null, at(context, field.name));
    return text === null ? [] : [`${JSON.stringify(field.name)}:${text}`];
  });
  return [...serialized, ...more.map(({ key, text }) => `${key}:${text}`)];
}

const serializeItems = (item: FormField, items: readonly Item[], context: Context): string =>
  `[${items.map(({ value }, index) => serializePresent(item, value, at(context, index))).join(",")}]`;

/** Serializes a value that is always present: a list item or the chosen variant. */
const serializePresent = (field: FormField, value: Value, context: Context): string =>
  serializeField({ ...field, required: true }, value, context) ?? serializeEmpty(field.input, context);

/** Null: not sent. */
function serializeField(field: FormField, value: Value, context: Context): string | null {
  const { input, required } = field;
  if (value === null) return required && input.kind === "object" ? "{}" : null;
  switch (value.is) {
    case "json":
      return serializeRaw(value.text, context);
    case "text":
      return JSON.stringify(value.text);
    case "number":
      return serializeNumber(value.text, context);
    case "toggle":
      return String(value.on);
    case "choice":
      return input.kind === "choice" ? (input.options[value.option]?.value ?? null) : null;
    case "choices":
      return input.kind === "choices" ? `[${value.options.map((option) => input.options[option]?.value ?? "null").join(",")}]` : null;
    case "object": {
      if (input.kind !== "object") return null;
      const serialized = serializeMembers(input.fields, value, context);
      return serialized.length === 0 && !required && !value.given ? null : `{${serialized.join(",")}}`;
    }
    case "list":
      return input.kind === "list" ? serializeItems(input.item, value.items, context) : null;
    case "variant": {
      const variant = input.kind === "variants" ? input.variants[value.at] : undefined;
      return variant ? serializePresent(variant, value.value, context) : null;
    }
  }
}

export function serializeForm({ fields }: Form, value: ObjectValue): SerializedForm {
  const problems: FormProblem[] = [];
  return { text: `{${serializeMembers(fields, value, { path: "", problems }).join(",")}}`, problems };
}
