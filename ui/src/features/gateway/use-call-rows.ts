// The rows of the calls: draws only what is seen, keeps the current row, and holds still while new calls come in above.
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import type { Range } from "@tanstack/react-virtual";
import type { FocusEvent, KeyboardEvent } from "react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { commandOf } from "../../app/keymap";
import type { CallView } from "../../backend";
import { detailHeight, ROW } from "./call-heights";

const JUMP = 12;
/** Asked for before the end is reached. */
const AHEAD = 10;

const STEPS: Record<string, (at: number, last: number) => number> = {
  next: (at) => at + 1,
  previous: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + JUMP,
  PageUp: (at) => at - JUMP,
  Home: () => 0,
  End: (_, last) => last,
};

const idIn = (target: EventTarget): number | null => {
  const id = (target as Element).closest<HTMLElement>("[data-call]")?.dataset.call;
  return id === undefined ? null : Number(id);
};

/** `above`: how many rows stand between the head and the first call. */
export function useCallRows(calls: readonly CallView[], above: number, onEnd: () => void) {
  const root = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const found = wanted === null ? -1 : calls.findIndex(({ id }) => id === wanted);
  const current = Math.max(0, found);
  /** A key moved it: the new current row takes the focus. */
  const follows = useRef(false);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return drawn.includes(current) ? drawn : [...drawn, current].sort((a, b) => a - b);
    },
    [current],
  );
  const getItemKey = useCallback((index: number) => calls[index]?.id ?? index, [calls]);
  const virtualizer = useVirtualizer({
    count: calls.length,
    getScrollElement: () => root.current,
    estimateSize: (index) => {
      const call = calls[index];
      return call && call.id === opened ? ROW + detailHeight(call) : ROW;
    },
    getItemKey,
    rangeExtractor,
    overscan: 4,
    scrollMargin: ROW * (above + 1),
  });
  const items = virtualizer.getVirtualItems();
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, opened]);

  // New calls come first. Whoever reads further down, or works in a row, keeps it where it is.
  const before = useRef(calls);
  const aboveBefore = useRef(above);
  useLayoutEffect(() => {
    const first = before.current[0]?.id;
    before.current = calls;
    const more = above - aboveBefore.current;
    aboveBefore.current = above;
    const element = root.current;
    if (!element || first === undefined) return;
    const come = Math.max(0, calls.findIndex(({ id }) => id === first)) + more;
    const holds = element.scrollTop > 0 || opened !== null || element.contains(document.activeElement);
    if (come !== 0 && holds) element.scrollTop += come * ROW;
  }, [calls, above, opened]);

  useLayoutEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    const element = root.current;
    const item = virtualizer.measurementsCache[current];
    if (!element || !item) return;
    // The head stays above the rows.
    const top = item.start - ROW;
    const bottom = item.end - element.clientHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop) element.scrollTop = Math.min(bottom, top);
    element.querySelector<HTMLElement>(`[role=row][data-call="${calls[current]?.id}"]`)?.focus({ preventScroll: true });
  }, [calls, current, opened, virtualizer]);

  const last = virtualizer.range?.endIndex ?? -1;
  const atEnd = useRef(onEnd);
  useEffect(() => {
    atEnd.current = onEnd;
  });
  useEffect(() => {
    if (last >= calls.length - AHEAD) atEnd.current();
  }, [last, calls.length]);

  const toggle = useCallback((id: number) => setOpened((now) => (now === id ? null : id)), []);
  const onFocus = (event: FocusEvent) => {
    const id = idIn(event.target);
    if (id !== null) setWanted(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const id = idIn(event.target);
    if (id === null) return;
    // What is open may scroll by itself.
    const isInside = (event.target as Element).closest("[data-testid=call-detail]") !== null;
    const command = commandOf("calls", event);
    const step = isInside ? undefined : STEPS[command ?? event.key];
    const isRow = (event.target as Element).matches("[role=row]");
    if (step) {
      const next = calls[Math.max(0, Math.min(calls.length - 1, step(current, calls.length - 1)))];
      if (!next) return;
      follows.current = next.id !== calls[current]?.id;
      setWanted(next.id);
    } else if (isRow && (command === "toggle" || event.key === " ")) toggle(id);
    else if (event.key === "ArrowRight" && !isInside && opened !== id) toggle(id);
    else if ((event.key === "Escape" || (event.key === "ArrowLeft" && !isInside)) && opened === id) {
      follows.current = isInside;
      toggle(id);
    }
    else return;
    event.preventDefault();
  };
  return { root, opened, toggle, current, items, height: virtualizer.getTotalSize(), events: { onFocus, onKeyDown } };
}
