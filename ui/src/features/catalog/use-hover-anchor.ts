// Anchor of the shared tooltip: a card or badge after 400 ms of hover or keyboard focus, at once if a tooltip was just open.
import type { RefObject } from "react";
import { useEffect, useState } from "react";

export type Anchor = { cell: HTMLElement; mark: HTMLElement | null };

const DELAY = 400;
const WARM = 300;

/** `marksOnly`: in a dense table, the tooltip of a whole row would cover the next rows. */
export function useHoverAnchor(
  grid: RefObject<HTMLElement | null>,
  tooltipId: string,
  marksOnly: boolean,
): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);

  useEffect(() => {
    const root = grid.current;
    if (!root) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Anchor | null = null;
    let hiddenAt = -Infinity;
    /** Anchor whose delay runs: further moves on it do not restart the delay. */
    let aimed: Anchor | null = null;

    const show = (next: Anchor | null) => {
      clearTimeout(timer);
      aimed = null;
      if (current && !next) hiddenAt = performance.now();
      current?.cell.removeAttribute("aria-describedby");
      next?.cell.setAttribute("aria-describedby", tooltipId);
      current = next;
      setAnchor(next);
    };
    const aim = (target: EventTarget | null) => {
      const cell = (target as Element | null)?.closest<HTMLElement>("[data-position]") ?? null;
      if (!cell) return show(null);
      const mark = (target as Element).closest<HTMLElement>("[data-mark]");
      if (marksOnly && !mark) return show(null);
      if (current?.cell === cell && current.mark === mark) return;
      if (aimed?.cell === cell && aimed.mark === mark) return;
      aimed = { cell, mark };
      clearTimeout(timer);
      const warm = current !== null || performance.now() - hiddenAt < WARM;
      if (warm) show({ cell, mark });
      else timer = setTimeout(() => show({ cell, mark }), DELAY);
    };
    // Scrolling moves cards below a resting pointer, which also fires pointerover: only a move of the pointer counts.
    let rested: { x: number; y: number } | null = null;
    const onMove = (event: PointerEvent) => {
      if (rested && rested.x === event.screenX && rested.y === event.screenY) return;
      rested = null;
      aim(event.target);
    };
    let at = { x: -1, y: -1 };
    const onPoint = ({ screenX: x, screenY: y }: PointerEvent) => (at = { x, y });
    const onLeave = () => show(null);
    const onScroll = () => {
      rested = at;
      show(null);
    };
    const onFocus = (event: FocusEvent) => {
      if ((event.target as Element).matches(":focus-visible")) {
        show(null);
        aim(event.target);
      }
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") show(null);
    };

    root.addEventListener("pointermove", onMove);
    document.addEventListener("pointermove", onPoint);
    root.addEventListener("pointerleave", onLeave);
    root.addEventListener("pointerdown", onLeave);
    root.addEventListener("scroll", onScroll, { passive: true });
    root.addEventListener("focusin", onFocus);
    root.addEventListener("focusout", onLeave);
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      root.removeEventListener("pointermove", onMove);
      document.removeEventListener("pointermove", onPoint);
      root.removeEventListener("pointerleave", onLeave);
      root.removeEventListener("pointerdown", onLeave);
      root.removeEventListener("scroll", onScroll);
      root.removeEventListener("focusin", onFocus);
      root.removeEventListener("focusout", onLeave);
      document.removeEventListener("keydown", onKey);
    };
  }, [grid, tooltipId, marksOnly]);

  return anchor;
}
