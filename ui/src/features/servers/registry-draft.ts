// Draft of a server from a registry: name, install option and answers.
import type { RegistryEntryView } from "../../backend";
import { serverNameProblem } from "./server-name";

export type RegistryDraft = {
  /** Name of the entry in the registry. */
  entry: string;
  /** Name of the server in Hintsmith. */
  name: string;
  option: number;
  answers: Readonly<Record<string, string>>;
};

const defaultsOf = (entry: RegistryEntryView, option: number): Record<string, string> =>
  Object.fromEntries((entry.options[option]?.inputs ?? []).map((input) => [input.name, input.default ?? ""]));

export function draftFor(entry: RegistryEntryView): RegistryDraft {
  const option = Math.max(0, entry.options.findIndex(({ problem }) => problem === null));
  return { entry: entry.name, name: entry.suggested, option, answers: defaultsOf(entry, option) };
}

export const withOption = (entry: RegistryEntryView, draft: RegistryDraft, option: number): RegistryDraft => ({
  ...draft,
  option,
  answers: { ...defaultsOf(entry, option) },
});

export function isAnswered(entry: RegistryEntryView, draft: RegistryDraft, taken: readonly string[]): boolean {
  const option = entry.options[draft.option];
  if (!option || option.problem !== null || draft.name.trim() === "") return false;
  if (serverNameProblem(draft.name, taken) !== null) return false;
  return option.inputs.every((input) => !input.required || (draft.answers[input.name] ?? "").trim() !== "");
}
