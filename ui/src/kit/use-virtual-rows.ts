// Virtualized rows: the DOM has only the visible rows and the current one, which must stay reachable by Tab and focus().
import type { Range, VirtualItem, Virtualizer } from "@tanstack/react-virtual";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";
import { useCallback, useLayoutEffect, useRef } from "react";

type Options = {
  count: number;
  size: (index: number) => number;
  overscan: number;
  /** Index of the row that keys act on, or -1. */
  current?: number;
  /** Height of the sticky header. */
  head?: number;
  /** Height of the scrolling content between the header and the rows. */
  above?: number;
  paddingStart?: number;
  paddingEnd?: number;
  getItemKey?: (index: number) => string | number;
};

export type VirtualRows = {
  root: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** `start` is relative to the first row. */
  items: VirtualItem[];
  height: number;
  /** Scrolls a row into view, with `room` pixels above it. */
  reveal: (index: number, room?: number) => void;
  /** Focuses the current row after the next change of the rows (moved or removed), by its `data-position`. */
  follow: () => void;
};

export function useVirtualRows({ size, current = -1, head = 0, above = 0, paddingEnd = 0, ...options }: Options): VirtualRows {
  const { count } = options;
  const root = useRef<HTMLDivElement>(null);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range);
      return current < 0 || visible.includes(current) ? visible : [...visible, current].sort((a, b) => a - b);
    },
    [current],
  );
  const scrollMargin = head + above;
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    ...options,
    getScrollElement: () => root.current,
    estimateSize: size,
    rangeExtractor,
    scrollMargin,
    paddingEnd,
  });
  const reveal = useCallback(
    (index: number, room = 0) => {
      const element = root.current;
      const item = virtualizer.measurementsCache[index];
      if (!element || !item) return;
      const top = item.start - head - room;
      // The room of a toast, which covers the end of the list.
      const covered = parseFloat(getComputedStyle(element).scrollPaddingBottom) || 0;
      const bottom = item.end + paddingEnd + covered - element.clientHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop) element.scrollTop = Math.min(bottom, top);
    },
    [virtualizer, head, paddingEnd],
  );

  const height = virtualizer.getTotalSize();
  const focusPending = useRef(false);
  const follow = useCallback(() => {
    focusPending.current = true;
  }, []);
  useLayoutEffect(() => {
    if (!focusPending.current) return;
    focusPending.current = false;
    reveal(current);
    root.current?.querySelector<HTMLElement>(`[data-position="${current}"]`)?.focus({ preventScroll: true });
  }, [current, count, height, reveal]);

  const items = virtualizer.getVirtualItems().map((item) => ({ ...item, start: item.start - scrollMargin }));
  return { root, virtualizer, items, height, reveal, follow };
}

/** Target row of a command (`next`, `previous`) or a key; undefined for a key that does not move. */
export function rowAfter(step: string, at: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    next: at + 1,
    previous: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const to = moves[step];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
