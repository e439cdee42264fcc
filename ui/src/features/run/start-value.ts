// Initial value of a form: defaults and required values.
import type { FormField, Form } from "../../backend";
import type { ObjectValue, Value } from "./form-value";
import { parseDefault } from "./parse-form-value";

const startMembers = (fields: readonly FormField[]): ReadonlyMap<string, Value> => {
  const members = new Map<string, Value>();
  for (const field of fields) {
    const value = startOf(field);
    if (value !== null) members.set(field.name, value);
  }
  return members;
};

/** An optional object starts empty: with the defaults of its members it would be sent. */
export function startOf(field: FormField): Value {
  const given = parseDefault(field);
  if (given !== null || !field.required) return given;
  const { input } = field;
  switch (input.kind) {
    case "object":
      return { is: "object", members: startMembers(input.fields), more: [], given: true };
    case "list":
      return { is: "list", items: [] };
    case "choices":
      return { is: "choices", options: [] };
    case "choice":
      return input.options.length === 1 ? { is: "choice", option: 0 } : null;
    default:
      return null;
  }
}

/** Initial value of a list item or chosen variant, which is present even if the field is optional. */
export const startOfChosen = (field: FormField): Value => startOf({ ...field, required: true });

export const startOfForm = ({ fields }: Form): ObjectValue => ({ is: "object", members: startMembers(fields), more: [], given: true });
