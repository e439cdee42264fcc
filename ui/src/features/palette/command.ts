// A command of the palette, and how well it answers what was typed. Knows nothing of React.
import type { LucideIcon } from "lucide-react";
import type { ShortcutId } from "../../shared/keymap";

export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  run: () => void;
  shortcut?: ShortcutId | undefined;
  /** Set in mono at the end of the line: a filter, a tool's name. */
  detail?: string;
  /** Other words for it. */
  also?: string;
  /** What has focus afterwards, if it is not what had it before. */
  focus?: () => HTMLElement | null;
};

export type CommandGroup = { heading: string; commands: readonly Command[] };

/** The lower the better: begins with it, a word begins with it, holds it. Null: it does not. */
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

/** Those that answer, the best first; otherwise in their own order. */
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
