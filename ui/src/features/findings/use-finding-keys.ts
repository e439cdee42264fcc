// Shortcuts of the findings page: active wherever focus is, except in a text field or while an overlay is open.
import { useEffect } from "react";
import { useShortcuts } from "../../shared/keymap";
import { isForTheWindow } from "../../shared/key-target";
import { useStableCallback } from "../../shared/use-stable-callback";

export type FindingKeys = {
  search: () => void;
  /** Moves to another row; `step` is a step of `rowAfter`. */
  move: (step: string) => void;
  fix: (() => void) | null;
  openTool: (() => void) | null;
  /** Suppresses the finding, or removes its suppression. */
  suppress: (() => void) | null;
};

const MOVES = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"];

/** On other elements these keys scroll or activate the focused control. */
const isAtRow = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.matches("main, [data-position]"));
const isInRow = (target: EventTarget | null): boolean => target instanceof Element && target.closest("[data-position]") !== null;

export function useFindingKeys({ search, move, fix, openTool, suppress }: FindingKeys): void {
  useShortcuts("findings", {
    search,
    next: () => move("next"),
    previous: () => move("previous"),
    fix: fix && ((event) => !event.shiftKey && isAtRow(event.target) && fix()),
    openTool,
    suppress,
  });
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    if (!MOVES.includes(event.key) || event.shiftKey || !isForTheWindow(event) || !(isAtRow(event.target) || isInRow(event.target))) return;
    event.preventDefault();
    move(event.key);
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onKeyDown]);
}
