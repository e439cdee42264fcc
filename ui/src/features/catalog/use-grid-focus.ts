// Focus of the grid: the selected card keeps focus when it moves, regroups or re-renders, and is scrolled into view.
import type { RefObject } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";

type Selected = { key: string | null; position: number; reveal: () => void };

export function useGridFocus(grid: RefObject<HTMLElement | null>, { key, position, reveal }: Selected): void {
  /** True while a card has focus, and after it lost focus only because the card was unmounted. */
  const holds = useRef(false);
  const lastKey = useRef<string | null>(null);

  useEffect(() => {
    const isCard = (target: EventTarget | null) =>
      target instanceof HTMLElement && target.dataset.position !== undefined && grid.current?.contains(target) === true;
    const onFocus = (event: FocusEvent) => {
      holds.current = isCard(event.target);
    };
    const onPointer = (event: PointerEvent) => {
      if (!grid.current?.contains(event.target as Node)) holds.current = false;
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPointer, true);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPointer, true);
    };
  }, [grid]);

  useLayoutEffect(() => {
    const moved = lastKey.current !== key;
    lastKey.current = key;
    if (key === null || position < 0) return;
    if (moved || holds.current) reveal();
    if (!holds.current) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-position="${position}"]`);
    if (cell && document.activeElement !== cell) cell.focus({ preventScroll: true });
  }, [grid, key, position, reveal]);
}
