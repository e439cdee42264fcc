// The keys of the findings, wherever the focus is, unless someone is typing or something is open above the window.
import { useEffect, useRef } from "react";
import { isForTheWindow } from "../../shared/keys";

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

function actOf(event: KeyboardEvent, keys: FindingKeys): (() => void) | null {
  const { key, target } = event;
  if (key === "j") return () => keys.move((at) => at + 1);
  if (key === "k") return () => keys.move((at) => at - 1);
  if (key === "/") return keys.search;
  if (key === "o") return keys.openTool;
  if (key === "i") return keys.ignore;
  if (event.shiftKey) return null;
  if (key === "Enter") return isAtRow(target) ? keys.fix : null;
  const step = STEPS[key];
  return step && (isAtRow(target) || isInRow(target)) ? () => keys.move(step) : null;
}

export function useFindingKeys(keys: FindingKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isForTheWindow(event)) return;
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      // Holding a key down moves on, but must not mend a whole list.
      if (event.repeat && (event.key === "Enter" || event.key === "o" || event.key === "i")) return;
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
