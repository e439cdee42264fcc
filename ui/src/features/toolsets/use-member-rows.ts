// The rows of a table of members: draws only what is seen, keeps the current row alive, in view and in focus.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { Range } from "@tanstack/react-virtual";
import type { FocusEvent, KeyboardEvent } from "react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { commandOf } from "../../app/keymap";

export const ROW_HEIGHT = 28;
const PAGE = 12;

const STEPS: Record<string, (at: number, last: number) => number> = {
  next: (at) => at + 1,
  previous: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE,
  PageUp: (at) => at - PAGE,
  Home: () => 0,
  End: (_, last) => last,
};

type Acts = { open: (position: number) => void; remove: (position: number) => void };

export function useMemberRows(count: number, { open, remove }: Acts) {
  const root = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(0);
  const current = Math.min(wanted, count - 1);
  /** A key moved it, or its row went: what had focus is gone, and the new current row takes it. */
  const follows = useRef(false);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return current < 0 || drawn.includes(current) ? drawn : [...drawn, current].sort((a, b) => a - b);
    },
    [current],
  );
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => root.current,
    estimateSize: () => ROW_HEIGHT,
    rangeExtractor,
    overscan: 2,
    scrollMargin: ROW_HEIGHT,
  });
  useLayoutEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    const element = root.current;
    if (!element) return;
    const top = current * ROW_HEIGHT;
    // The head stays above the rows.
    const bottom = top + 2 * ROW_HEIGHT - element.clientHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop) element.scrollTop = bottom;
    element.querySelector<HTMLElement>(`[data-position="${current}"]`)?.focus({ preventScroll: true });
  }, [current, count]);

  const onFocus = (event: FocusEvent) => {
    const at = (event.target as Element).closest<HTMLElement>("[data-position]")?.dataset.position;
    if (at !== undefined) setWanted(Number(at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || current < 0) return;
    const row = (event.target as HTMLElement).closest("[data-position]");
    if (!row) return;
    const command = commandOf("toolset", event);
    const step = STEPS[command ?? event.key];
    if (step) {
      const next = Math.max(0, Math.min(count - 1, step(current, count - 1)));
      follows.current = next !== current;
      setWanted(next);
    } else if (command === "remove") {
      follows.current = true;
      remove(current);
    } else if (command === "open" && event.target === row) open(current);
    else return;
    event.preventDefault();
  };
  const follow = useCallback(() => {
    follows.current = true;
  }, []);
  return {
    root,
    current,
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    events: { onFocus, onKeyDown },
    /** The current row is about to go. */
    follow,
  };
}
