// Palette command, and its rank for the typed text. Independent of React.
import type { LucideIcon } from "lucide-react";
import type { ShortcutId } from "../../shared/keymap";

export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
  shortcut?: ShortcutId | undefined;
  /** Monospace text at the end of the row, such as a filter or a tool name. */
  detail?: string;
  /** Synonyms for the search. */
  also?: string;
  /** Element to focus afterwards; by default the previously focused one. */
  focus?: () => HTMLElement | null;
};

export type CommandGroup = { heading: string; commands: readonly Command[] };

/** Match rank, lower is better: 0 prefix, 1 prefix of a word, 2 substring; null without a match. */
export function rankOf(text: string, query: string): number | null {
  if (text.startsWith(query)) return 0;
  const at = text.indexOf(query);
  if (at < 0) return null;
  return /[\s._-]/.test(text.charAt(at - 1)) ? 1 : 2;
}

function rankOfCommand({ label, also = "", detail = "" }: Command, query: string): number | null {
  const name = label.toLowerCase();
  const rank = rankOf(name, query);
  if (rank !== null) return rank;
  const all = `${name} ${also} ${detail}`.toLowerCase();
  return query.split(/\s+/).every((word) => all.includes(word)) ? 3 : null;
}

/** Matching commands, best first; commands of equal rank keep their order. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const query = typed.trim().toLowerCase();
  if (query === "") return commands;
  return commands
    .flatMap((command) => {
      const rank = rankOfCommand(command, query);
      return rank === null ? [] : [{ command, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}
