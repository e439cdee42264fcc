// Virtualized rows of the calls: the current row stays mounted, and the rows keep their position while new calls arrive.
import type { FocusEvent, KeyboardEvent } from "react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { commandOf } from "../../shared/keymap";
import type { CallView } from "../../backend";
import { rowAfter, useVirtualRows } from "../../kit/use-virtual-rows";
import { useRowHeight } from "../../shared/use-row-height";
import { detailHeight } from "./call-heights";

const PAGE = 12;
/** Number of rows before the end at which older calls are requested. */
const AHEAD = 10;

const idIn = (target: EventTarget): number | null => {
  const id = (target as Element).closest<HTMLElement>("[data-call]")?.dataset.call;
  return id === undefined ? null : Number(id);
};

/** `above` is the number of rows between the header and the first call. */
export function useCallRows(calls: readonly CallView[], above: number, onEnd: () => void) {
  const rowHeight = useRowHeight();
  const [opened, setOpened] = useState<number | null>(null);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const found = currentId === null ? -1 : calls.findIndex(({ id }) => id === currentId);
  const current = Math.max(0, found);
  const getItemKey = useCallback((index: number) => calls[index]?.id ?? index, [calls]);
  const rows = useVirtualRows({
    count: calls.length,
    current,
    size: (index) => {
      const call = calls[index];
      return call && call.id === opened ? rowHeight + detailHeight(call) : rowHeight;
    },
    head: rowHeight,
    above: rowHeight * above,
    overscan: 4,
    getItemKey,
  });
  const { root, virtualizer, follow } = rows;
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, opened]);

  // New calls come first. If the list is scrolled, or a row is open or has focus, the visible rows keep their position.
  const before = useRef(calls);
  const aboveBefore = useRef(above);
  useLayoutEffect(() => {
    const first = before.current[0]?.id;
    before.current = calls;
    const more = above - aboveBefore.current;
    aboveBefore.current = above;
    const element = root.current;
    if (!element || first === undefined) return;
    const added = Math.max(0, calls.findIndex(({ id }) => id === first)) + more;
    const keepsPosition = element.scrollTop > 0 || opened !== null || element.contains(document.activeElement);
    if (added !== 0 && keepsPosition) element.scrollTo({ top: element.scrollTop + added * rowHeight });
  }, [root, calls, above, opened, rowHeight]);

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
    if (id !== null) setCurrentId(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const id = idIn(event.target);
    if (id === null) return;
    // The open detail may scroll, so the keys do not move the current row there.
    const isInside = (event.target as Element).closest("[data-testid=call-detail]") !== null;
    const command = commandOf("calls", event);
    const to = isInside ? undefined : rowAfter(command ?? event.key, current, calls.length, PAGE);
    const isRow = (event.target as Element).matches("[role=row]");
    if (to !== undefined) {
      if (to !== current) follow();
      setCurrentId(calls[to]?.id ?? null);
    } else if (isRow && (command === "toggle" || event.key === " ")) toggle(id);
    else if (event.key === "ArrowRight" && !isInside && opened !== id) toggle(id);
    else if ((event.key === "Escape" || (event.key === "ArrowLeft" && !isInside)) && opened === id) {
      if (isInside) follow();
      toggle(id);
    } else return;
    event.preventDefault();
  };
  return { rows, opened, toggle, current, events: { onFocus, onKeyDown } };
}
