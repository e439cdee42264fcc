// Filter of the history: entries whose summary, author, interface or changes contain every word.
import type { HistoryEntry } from "../../backend";

const textOf = ({ summary, author, via, changes }: HistoryEntry): string =>
  [summary, author, via, ...changes.flatMap(({ subject, before, after }) => [subject, before ?? "", after ?? ""])]
    .join("\n")
    .toLowerCase();

export function filterEntries(entries: readonly HistoryEntry[], query: string): readonly HistoryEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter((entry) => {
    const text = textOf(entry);
    return words.every((word) => text.includes(word));
  });
}
