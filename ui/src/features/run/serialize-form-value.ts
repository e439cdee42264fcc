// A form as JSON text: what is typed is written as it was typed, and what is empty and optional is not written at all.
import type { Violation, FormField, FieldInput, Form } from "../../backend";
import { misreadWords, readJson } from "../../shared/json-text";
import type { Item, ObjectValue, Value } from "./form-value";
import { within } from "./form-value";

/** What is wrong already before the schema is asked. `fatal`: the text is no JSON, so it cannot be sent at all. */
export type FormProblem = Violation & { fatal: boolean };
export type SerializedForm = { text: string; problems: readonly FormProblem[] };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

type Context = { path: string; problems: FormProblem[] };

const at = ({ path, problems }: Context, step: string | number): Context => ({ path: within(path, step), problems });
const tell = ({ path, problems }: Context, message: string, fatal = false): void => {
  problems.push({ path, message, fatal });
};

/** What stands for an item that nothing was filled into. */
function writeNothing({ kind }: FieldInput, context: Context): string {
  if (kind === "text") return '""';
  if (kind === "object") return "{}";
  if (kind === "list" || kind === "choices") return "[]";
  tell(context, "Nothing is filled in here, so null is sent");
  return "null";
}

function writeNumber(typed: string, context: Context): string | null {
  const text = typed.trim();
  if (text === "") return null;
  if (NUMBER.test(text)) return text;
  tell(context, "This is not a number, so it is sent as a text");
  return JSON.stringify(text);
}

function writeRaw(text: string, context: Context): string | null {
  if (text.trim() === "") return null;
  const read = readJson(text);
  if (!read.ok) tell(context, misreadWords(read.misread), true);
  return text.trim();
}

function writeMembers(fields: readonly FormField[], { members, more }: ObjectValue, context: Context): string[] {
  const serializeForm = fields.flatMap((field) => {
    const text = writeField(field, members.get(field.name) ?? null, at(context, field.name));
    return text === null ? [] : [`${JSON.stringify(field.name)}:${text}`];
  });
  return [...serializeForm, ...more.map(({ key, text }) => `${key}:${text}`)];
}

const writeItems = (item: FormField, items: readonly Item[], context: Context): string =>
  `[${items.map(({ value }, index) => writeChosen(item, value, at(context, index))).join(",")}]`;

/** What is there whatever is in it: an item, a variant that was chosen. */
const writeChosen = (field: FormField, value: Value, context: Context): string =>
  writeField({ ...field, required: true }, value, context) ?? writeNothing(field.input, context);

/** Null: it is not sent. */
function writeField(field: FormField, value: Value, context: Context): string | null {
  const { input, required } = field;
  if (value === null) return required && input.kind === "object" ? "{}" : null;
  switch (value.is) {
    case "json":
      return writeRaw(value.text, context);
    case "text":
      return JSON.stringify(value.text);
    case "number":
      return writeNumber(value.text, context);
    case "toggle":
      return String(value.on);
    case "choice":
      return input.kind === "choice" ? (input.options[value.option]?.value ?? null) : null;
    case "choices":
      return input.kind === "choices" ? `[${value.options.map((option) => input.options[option]?.value ?? "null").join(",")}]` : null;
    case "object": {
      if (input.kind !== "object") return null;
      const written = writeMembers(input.fields, value, context);
      return written.length === 0 && !required && !value.given ? null : `{${written.join(",")}}`;
    }
    case "list":
      return input.kind === "list" ? writeItems(input.item, value.items, context) : null;
    case "variant": {
      const variant = input.kind === "variants" ? input.variants[value.at] : undefined;
      return variant ? writeChosen(variant, value.value, context) : null;
    }
  }
}

export function written({ fields }: Form, value: ObjectValue): SerializedForm {
  const problems: FormProblem[] = [];
  return { text: `{${writeMembers(fields, value, { path: "", problems }).join(",")}}`, problems };
}
