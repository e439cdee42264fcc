// Required fields without a value: they are not reported before the first try to run the tool.
import type { Form, FormField } from "../../backend";
import type { ObjectValue } from "./form-value";
import { within } from "./form-value";

function addEmpty(fields: readonly FormField[], object: ObjectValue | null, pointer: string, found: Set<string>): void {
  for (const field of fields) {
    const value = object?.members.get(field.name) ?? null;
    const path = within(pointer, field.name);
    if (field.required && value === null) found.add(path);
    if (field.input.kind !== "object") continue;
    if (value?.is === "object") addEmpty(field.input.fields, value, path, found);
    // Sent as an empty object.
    else if (value === null && field.required) addEmpty(field.input.fields, null, path, found);
  }
}

/** JSON pointers of the required fields without a value. */
export function emptyRequiredPaths({ fields }: Form, value: ObjectValue): ReadonlySet<string> {
  const found = new Set<string>();
  addEmpty(fields, value, "", found);
  return found;
}
