// The rows of the list: draws only what is seen, and keeps the current one in sight and, when a key moved it, in focus.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { Range } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";

export const ROW = 52;

export function useFindingRows(count: number, current: number) {
  const root = useRef<HTMLDivElement>(null);
  /** A key moved it: the new current row takes the focus. */
  const follows = useRef(false);
  // The current row is always drawn: Tab and focus find it.
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
    estimateSize: () => ROW,
    rangeExtractor,
    overscan: 4,
  });
  useLayoutEffect(() => {
    if (current >= 0) virtualizer.scrollToIndex(current, { align: "auto" });
    if (!follows.current) return;
    follows.current = false;
    root.current?.querySelector<HTMLElement>(`[data-finding="${current}"]`)?.focus({ preventScroll: true });
  }, [virtualizer, current]);
  const follow = useCallback(() => {
    follows.current = true;
  }, []);
  return { root, items: virtualizer.getVirtualItems(), height: virtualizer.getTotalSize(), follow };
}
