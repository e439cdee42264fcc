// Keymap: all shortcuts of the window, for the shortcut list ("?"), the key hints and the key listeners.
import { useEffect, useRef } from "react";
import { isForTheWindow } from "./key-target";
import type { Page } from "./pages";
import { PAGES } from "./pages";
import { strings } from "./strings";
import { useStableCallback } from "./use-stable-callback";

type Shortcut = {
  /** Scope of the keys. Combinations are unique within a context. */
  context: string;
  description: string;
  /** Combinations by command. "Command" is ⌘ on macOS and Ctrl elsewhere. */
  keys: Readonly<Record<string, string>>;
  /** Additional combinations that are not listed. */
  also?: Readonly<Record<string, readonly string[]>>;
  /** The command repeats while the key is held down. */
  repeats?: true;
};

const TEXT = strings.shortcuts;

const STEPS = { next: "j", previous: "k" } as const;
const HINTS = { readOnly: "1", destructive: "2", idempotent: "3", openWorld: "4" } as const;
const DECISIONS = { reset: "0", acceptInference: "." } as const;
const ACCEPT = { accept: "a" } as const;
const SEARCH = { search: "/" } as const;

const page = <V extends Page["view"]>(view: V, combination: string) => ({
  context: "window" as const,
  description: PAGES.find((one) => one.view === view)?.label ?? "",
  keys: { [view]: combination } as Record<V, string>,
});

/** Shortcuts by area of the shortcut list; an area of null is not listed. */
export const KEYMAP = [
  {
    area: TEXT.everywhere.area,
    shortcuts: [
      { context: "window", description: TEXT.everywhere.palette, keys: { palette: "Command+K" } },
      { context: "window", description: TEXT.everywhere.undo, keys: { undo: "Command+Z" } },
      {
        context: "window",
        description: TEXT.everywhere.redo,
        keys: { redo: "Command+Shift+Z" },
        also: { redo: ["Control+Y", "Control+Shift+Y"] },
      },
      { context: "window", description: TEXT.everywhere.preferences, keys: { preferences: "Command+," } },
      page("review", "Command+1"),
      page("catalog", "Command+2"),
      page("servers", "Command+3"),
      page("findings", "Command+4"),
      page("rules", "Command+5"),
      page("history", "Command+6"),
      page("export", "Command+7"),
      page("gateway", "Command+8"),
      // On many keyboards plus is Shift and equals; minus has several characters.
      { context: "window", description: TEXT.everywhere.zoomIn, keys: { zoomIn: "Command++" }, also: { zoomIn: ["Command+="] } },
      { context: "window", description: TEXT.everywhere.zoomOut, keys: { zoomOut: "Command+−" }, also: { zoomOut: ["Command+-", "Command+_"] } },
      { context: "window", description: TEXT.everywhere.zoomReset, keys: { zoomReset: "Command+0" }, also: { zoomReset: ["Command+Shift+0"] } },
      { context: "window", description: TEXT.everywhere.shortcuts, keys: { shortcuts: "?" } },
    ],
  },
  {
    area: TEXT.catalog.area,
    shortcuts: [
      { context: "catalog", description: TEXT.catalog.step, keys: STEPS, repeats: true },
      {
        context: "catalog",
        description: TEXT.catalog.move,
        keys: { left: "←", up: "↑", down: "↓", right: "→" },
        repeats: true,
      },
      { context: "catalog", description: TEXT.catalog.search, keys: SEARCH },
      { context: "grid", description: TEXT.catalog.open, keys: { open: "Enter" } },
      { context: "catalog", description: TEXT.catalog.mark, keys: { mark: "x" }, repeats: true },
      {
        context: "catalog",
        description: TEXT.catalog.extend,
        keys: { extendUp: "Shift+↑", extendDown: "Shift+↓" },
        also: { extendLeft: ["Shift+←"], extendRight: ["Shift+→"], extendNext: ["J"], extendPrevious: ["K"] },
        repeats: true,
      },
      { context: "catalog", description: TEXT.catalog.markAll, keys: { markAll: "Command+A" } },
      { context: "marks", description: TEXT.catalog.hintsOfMarked, keys: HINTS },
      { context: "marks", description: TEXT.catalog.decisionsOfMarked, keys: { ...DECISIONS, ...ACCEPT } },
      {
        context: "catalog",
        description: TEXT.catalog.clear,
        keys: { clear: "Esc" },
        repeats: true,
      },
    ],
  },
  {
    area: TEXT.tool.area,
    shortcuts: [
      { context: "tool", description: TEXT.tool.readOnly, keys: { readOnly: HINTS.readOnly }, repeats: true },
      { context: "tool", description: TEXT.tool.destructive, keys: { destructive: HINTS.destructive }, repeats: true },
      { context: "tool", description: TEXT.tool.idempotent, keys: { idempotent: HINTS.idempotent }, repeats: true },
      { context: "tool", description: TEXT.tool.openWorld, keys: { openWorld: HINTS.openWorld }, repeats: true },
      { context: "tool", description: TEXT.tool.reset, keys: { reset: DECISIONS.reset } },
      { context: "tool", description: TEXT.tool.acceptInference, keys: { acceptInference: DECISIONS.acceptInference } },
      { context: "tool", description: TEXT.tool.acceptAndNext, keys: ACCEPT },
      { context: "panel", description: TEXT.tool.editTitle, keys: { editTitle: "e" } },
      { context: "tool", description: TEXT.tool.run, keys: { run: "r" } },
      { context: "tool", description: TEXT.tool.writeNote, keys: { writeNote: "n" } },
      {
        context: "form",
        description: TEXT.tool.submit,
        keys: { submit: "Command+Enter" },
      },
    ],
  },
  {
    area: TEXT.review.area,
    shortcuts: [
      { context: "review", description: TEXT.review.step, keys: STEPS, repeats: true },
      { context: "review", description: TEXT.review.acceptAndNext, keys: ACCEPT },
      { context: "review", description: TEXT.review.decide, keys: { ...HINTS, ...DECISIONS } },
    ],
  },
  {
    area: TEXT.toolset.area,
    shortcuts: [
      { context: "toolset", description: TEXT.toolset.step, keys: STEPS },
      { context: "toolset", description: TEXT.toolset.open, keys: { open: "Enter" } },
      { context: "toolset", description: TEXT.toolset.remove, keys: { remove: "Delete" } },
    ],
  },
  {
    area: TEXT.findings.area,
    shortcuts: [
      { context: "findings", description: TEXT.findings.search, keys: SEARCH },
      { context: "findings", description: TEXT.findings.step, keys: STEPS, repeats: true },
      { context: "findings", description: TEXT.findings.fix, keys: { fix: "Enter" } },
      { context: "findings", description: TEXT.findings.openTool, keys: { openTool: "o" } },
      { context: "findings", description: TEXT.findings.suppress, keys: { suppress: "i" } },
    ],
  },
  {
    area: TEXT.history.area,
    shortcuts: [{ context: "history", description: TEXT.history.search, keys: SEARCH }],
  },
  {
    area: TEXT.gateway.area,
    shortcuts: [
      { context: "gateway", description: TEXT.gateway.search, keys: SEARCH },
      { context: "calls", description: TEXT.gateway.step, keys: STEPS },
      { context: "calls", description: TEXT.gateway.toggle, keys: { toggle: "Enter" } },
    ],
  },
  { area: null, shortcuts: [{ context: "drawer", description: TEXT.closeDrawer, keys: { close: "Esc" } }] },
] as const satisfies readonly { area: string | null; shortcuts: readonly Shortcut[] }[];

type Declared = (typeof KEYMAP)[number]["shortcuts"][number];
type CommandsOf<S> = S extends { keys: infer K } ? keyof K | (S extends { also: infer A } ? keyof A : never) : never;
export type Context = Declared["context"];
export type CommandOf<C extends Context> = CommandsOf<Extract<Declared, { context: C }>> & string;
export type ShortcutId = { [C in Context]: `${C}.${CommandOf<C>}` }[Context];

type Binding = { context: string; command: string; combination: string; repeats: boolean };
export const BINDINGS: readonly Binding[] = KEYMAP.flatMap<Shortcut>(({ shortcuts }) => shortcuts).flatMap(
  ({ context, keys, also = {}, repeats = false }) =>
    [...Object.entries(keys), ...Object.entries(also).flatMap(([command, all]) => all.map((one) => [command, one] as const))].map(
      ([command, combination]) => ({ context, command, combination, repeats }),
    ),
);

/** Keys of a combination; the last one can be a plus. */
export const keysIn = (combination: string): string[] => combination.split(/\+(?!$)/);

const ARROWS: Record<string, string> = { "←": "ArrowLeft", "↑": "ArrowUp", "↓": "ArrowDown", "→": "ArrowRight" };
/** `KeyboardEvent.key` of a key label. */
export const eventKey = (key: string): string => ARROWS[key] ?? (key === "Esc" ? "Escape" : key);

type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

const hasCommand = ({ ctrlKey, metaKey }: KeyPress): boolean => ctrlKey || metaKey;

function isPress(combination: string, event: KeyPress): boolean {
  const keys = keysIn(combination);
  const key = keys.at(-1) ?? "";
  const isControl = keys.includes("Control");
  const isCommand = isControl || keys.includes("Command");
  if (event.altKey || hasCommand(event) !== isCommand || (isControl && !event.ctrlKey)) return false;
  if (!isCommand && !(key in ARROWS)) return event.key === eventKey(key);
  // Punctuation needs Shift on some keyboards only.
  const isShiftFree = isCommand && !/^[A-Z\d]$/.test(key);
  return event.key.toLowerCase() === eventKey(key).toLowerCase() && (isShiftFree || event.shiftKey === keys.includes("Shift"));
}

const bindingOf = (context: Context, event: KeyPress): Binding | undefined =>
  BINDINGS.find((binding) => binding.context === context && isPress(binding.combination, event));

/** Command of a key press, for elements with their own key listener. */
export const commandOf = <C extends Context>(context: C, event: KeyPress): CommandOf<C> | undefined =>
  bindingOf(context, event)?.command as CommandOf<C> | undefined;

const labelOf = (key: string): string => (key !== "Command" ? key : /mac/i.test(navigator.platform) ? "⌘" : "Ctrl");

/** Labels for the shortcut list: each key once, and the four hint keys as a range. */
export function listedKeys({ keys }: Pick<Shortcut, "keys">): string[] {
  const all = new Set(Object.values(keys).flatMap(keysIn).map(labelOf));
  return [...all].join(" ").replace(Object.values(HINTS).join(" "), `${HINTS.readOnly}–${HINTS.openWorld}`).split(" ");
}

/** Labels for a key hint. */
export function keysOf(id: ShortcutId): string[] {
  const { combination } = BINDINGS.find(({ context, command }) => id === `${context}.${command}`) as Binding;
  return keysIn(combination).map((key) => (key === "Enter" ? "↵" : labelOf(key)));
}

/** Null: the command is unavailable. A handler that returns false description not consume the key press. */
export type Handlers<C extends Context> = Record<CommandOf<C>, ((event: KeyboardEvent) => unknown) | null>;

/** Global shortcuts. Those without a modifier are off in text fields and while an overlay is open. */
export function useShortcuts<C extends Context>(context: C, handlers: Handlers<C> | null): void {
  const handled = useRef(false);
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    const binding = bindingOf(context, event);
    const handle = binding && handlers?.[binding.command as CommandOf<C>];
    if (!handle || event.defaultPrevented || !(hasCommand(event) || isForTheWindow(event))) return;
    if (!event.repeat || binding.repeats) handled.current = handle(event) !== false;
    if (handled.current) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onKeyDown]);
}
