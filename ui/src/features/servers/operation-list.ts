// Operations of an OpenAPI document: groups by tag, search, and the choice of those that become tools. Operations are
// identified by their index in the document.
import type { OperationView } from "../../backend";

type Operations = readonly OperationView[];
/** Indices of the operations that become tools. */
export type Choice = ReadonlySet<number>;
/** `tag` is null for operations without a tag. An operation with several tags is a member of several groups. */
export type OperationGroup = { tag: string | null; members: readonly number[] };
export type CheckState = boolean | "mixed";

type Position = { at: number; of: number };
export type GroupRow = Position & { kind: "group"; group: OperationGroup; isOpen: boolean };
export type OperationRow = Position & { kind: "operation"; group: OperationGroup; index: number };
export type TreeRow = GroupRow | OperationRow;

/** Documents with more operations start with closed groups. */
const MAX_OPEN = 100;

export const choiceOf = (operations: Operations): Choice => new Set(indicesOf(operations, ({ chosen }) => chosen));

export const indicesOf = (operations: Operations, accepts: (operation: OperationView) => boolean): number[] =>
  operations.flatMap((operation, index) => (accepts(operation) ? [index] : []));

export const withChoice = (operations: Operations, choice: Choice): OperationView[] =>
  operations.map((operation, index) => ({ ...operation, chosen: choice.has(index) }));

/** GET and HEAD are safe methods: https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
export const isRead = ({ method }: OperationView): boolean => method === "GET" || method === "HEAD";

/** Groups in the order of their tags, those without a tag last. */
export function groupByTag(operations: Operations): OperationGroup[] {
  const tagged = new Map<string, number[]>();
  const untagged: number[] = [];
  operations.forEach(({ tags }, index) => {
    if (tags.length === 0) untagged.push(index);
    for (const tag of new Set(tags)) {
      const members = tagged.get(tag);
      if (members) members.push(index);
      else tagged.set(tag, [index]);
    }
  });
  const groups: OperationGroup[] = [...tagged].sort(([a], [b]) => a.localeCompare(b, "en")).map(([tag, members]) => ({ tag, members }));
  return untagged.length > 0 ? [...groups, { tag: null, members: untagged }] : groups;
}

/** Text that is searched, by operation. */
export const searchTexts = (operations: Operations): string[] =>
  operations.map(({ method, path, name, title, tags }) => [method, path, name, title ?? "", ...tags].join("\n").toLowerCase());

/** Indices of the operations whose text contains every word of the query; null: the query is empty. */
export function findOperations(texts: readonly string[], query: string): Choice | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return new Set(texts.flatMap((text, index) => (words.every((word) => text.includes(word)) ? [index] : [])));
}

/** The groups with the operations that were found; `found` is null without a search. */
export const foundGroups = (groups: readonly OperationGroup[], found: Choice | null): readonly OperationGroup[] =>
  found === null
    ? groups
    : groups
        .map(({ tag, members }) => ({ tag, members: members.filter((index) => found.has(index)) }))
        .filter(({ members }) => members.length > 0);

/** `toggled`: tags of the groups that the user opened or closed. Groups with search results start open. */
export function visibleRows(
  groups: readonly OperationGroup[],
  { total, isSearch, toggled }: { total: number; isSearch: boolean; toggled: ReadonlySet<string | null> },
): TreeRow[] {
  const startsOpen = isSearch || total <= MAX_OPEN;
  return groups.flatMap((group, at) => {
    const isOpen = startsOpen !== toggled.has(group.tag);
    const head: GroupRow = { kind: "group", group, isOpen, at, of: groups.length };
    if (!isOpen) return [head];
    const { members } = group;
    return [head, ...members.map((index, at): OperationRow => ({ kind: "operation", group, index, at, of: members.length }))];
  });
}

/** Stable while groups open and close. */
export const keyOfRow = (row: TreeRow): string => JSON.stringify([row.group.tag, row.kind === "operation" ? row.index : null]);

export function checkState(members: readonly number[], choice: Choice): CheckState {
  const chosen = members.filter((index) => choice.has(index)).length;
  return chosen === 0 ? false : chosen === members.length ? true : "mixed";
}

/** A copy of the set with the elements added or removed. */
export function withElements<T>(set: ReadonlySet<T>, elements: Iterable<T>, included: boolean): ReadonlySet<T> {
  const next = new Set(set);
  for (const element of elements) {
    if (included) next.add(element);
    else next.delete(element);
  }
  return next;
}

/**
 * Tags whose new operations become tools too, if not all operations are chosen: the engine names the first tag of an
 * operation whose operations are all chosen, and names operations without such a tag by themselves.
 */
export function growingTags(groups: readonly OperationGroup[], operations: Operations, choice: Choice): ReadonlySet<string> {
  const complete = new Set(groups.filter(({ tag, members }) => tag !== null && !/[*?]/.test(tag) && checkState(members, choice) === true).map(({ tag }) => tag));
  const first = [...choice].map((index) => operations[index]?.tags.find((tag) => complete.has(tag)));
  return new Set(first.filter((tag) => tag !== undefined));
}
