// The keys of the findings, wherever the focus is, unless someone is typing or something is open above the window.
import { useEffect } from "react";
import { useShortcuts } from "../../app/keymap";
import { isForTheWindow } from "../../shared/keys";
import { useStableCallback } from "../../shared/use-stable-callback";

export type FindingKeys = {
  search: () => void;
  move: (by: (at: number, last: number) => number) => void;
  fix: (() => void) | null;
  openTool: (() => void) | null;
  /** Or counts it again. */
  ignore: (() => void) | null;
};

const JUMP = 8;
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + JUMP,
  PageUp: (at) => at - JUMP,
  Home: () => 0,
  End: (_, last) => last,
};

/** Elsewhere these keys scroll, or press what has the focus. */
const isAtRow = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.matches("main, [data-finding]"));
const isInRow = (target: EventTarget | null): boolean => target instanceof Element && target.closest("[data-finding]") !== null;

export function useFindingKeys({ search, move, fix, openTool, ignore }: FindingKeys): void {
  useShortcuts("findings", {
    search,
    next: () => move((at) => at + 1),
    previous: () => move((at) => at - 1),
    fix: fix && ((event) => !event.shiftKey && isAtRow(event.target) && fix()),
    openTool,
    ignore,
  });
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || event.shiftKey || !isForTheWindow(event) || !(isAtRow(event.target) || isInRow(event.target))) return;
    event.preventDefault();
    move(step);
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onKeyDown]);
}
