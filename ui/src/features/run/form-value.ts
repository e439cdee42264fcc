// Value of a form, without React. `parse-form-value` parses JSON text into it, `serialize-form-value` serializes it.

/** Member without a form field, as raw JSON. */
export type Extra = { key: string; text: string };
export type Item = { id: number; value: Value };

export type ObjectValue = {
  is: "object";
  members: ReadonlyMap<string, Value>;
  more: readonly Extra[];
  /** Sent even without members. */
  given: boolean;
};

export type ListValue = { is: "list"; items: readonly Item[] };

/** Null is not sent. Numbers and `json` remain text, so that no number is rounded. */
export type Value =
  | null
  | { is: "text"; text: string }
  | { is: "number"; text: string }
  | { is: "toggle"; on: boolean }
  | { is: "choice"; option: number }
  | { is: "choices"; options: readonly number[] }
  | ObjectValue
  | ListValue
  | { is: "variant"; at: number; value: Value }
  /** Value that the field cannot represent, as raw JSON. */
  | { is: "json"; text: string };

export const EMPTY_OBJECT: ObjectValue = { is: "object", members: new Map(), more: [], given: false };

/** JSON pointer of a member or an item. */
export const within = (pointer: string, step: string | number): string =>
  `${pointer}/${String(step).replace(/~/g, "~0").replace(/\//g, "~1")}`;

export const withMember = (object: ObjectValue, name: string, value: Value): ObjectValue => ({
  ...object,
  members: new Map(object.members).set(name, value),
});

const nextId = (items: readonly Item[]): number => items.reduce((most, { id }) => Math.max(most, id), -1) + 1;

export const withItem = (items: readonly Item[], value: Value): Item[] => [...items, { id: nextId(items), value }];

export const withoutItem = (items: readonly Item[], at: number): Item[] => items.filter((_, index) => index !== at);

/** Moves an item up or down by one. */
export function movedItem(items: readonly Item[], at: number, by: 1 | -1): readonly Item[] {
  const [item, other] = [items[at], items[at + by]];
  return item && other ? items.with(at, other).with(at + by, item) : items;
}
