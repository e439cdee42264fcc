// What the person has chosen and filled in for a server of a registry.
import type { RegistryEntryView } from "../../backend";

export type RegistryDraft = {
  /** The entry's name in the registry. */
  entry: string;
  /** What it will be called here. */
  name: string;
  way: number;
  answers: Readonly<Record<string, string>>;
};

const defaultsOf = (entry: RegistryEntryView, way: number): Record<string, string> =>
  Object.fromEntries((entry.ways[way]?.wanted ?? []).map((wanted) => [wanted.name, wanted.default ?? ""]));

export function draftFor(entry: RegistryEntryView): RegistryDraft {
  const way = Math.max(0, entry.ways.findIndex(({ problem }) => problem === null));
  return { entry: entry.name, name: entry.suggested, way, answers: defaultsOf(entry, way) };
}

export const withWay = (entry: RegistryEntryView, draft: RegistryDraft, way: number): RegistryDraft => ({
  ...draft,
  way,
  answers: { ...defaultsOf(entry, way) },
});

export function isAnswered(entry: RegistryEntryView, draft: RegistryDraft): boolean {
  const way = entry.ways[draft.way];
  if (!way || way.problem !== null || draft.name.trim() === "") return false;
  return way.wanted.every((wanted) => !wanted.required || (draft.answers[wanted.name] ?? "").trim() !== "");
}
