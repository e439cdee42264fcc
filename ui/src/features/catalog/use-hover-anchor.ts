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

    const show = (next: Anchor | null) => {
      clearTimeout(timer);
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
      clearTimeout(timer);
      const warm = current !== null || performance.now() - hiddenAt < WARM;
      if (warm) show({ cell, mark });
      else timer = setTimeout(() => show({ cell, mark }), DELAY);
    };
    const onOver = (event: PointerEvent) => aim(event.target);
    const onLeave = () => show(null);
    const onFocus = (event: FocusEvent) => {
      if ((event.target as Element).matches(":focus-visible")) {
        show(null);
        aim(event.target);
      }
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") show(null);
    };

    root.addEventListener("pointerover", onOver);
    root.addEventListener("pointerleave", onLeave);
    root.addEventListener("pointerdown", onLeave);
    root.addEventListener("scroll", onLeave, { passive: true });
    root.addEventListener("focusin", onFocus);
    root.addEventListener("focusout", onLeave);
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      root.removeEventListener("pointerover", onOver);
      root.removeEventListener("pointerleave", onLeave);
      root.removeEventListener("pointerdown", onLeave);
      root.removeEventListener("scroll", onLeave);
      root.removeEventListener("focusin", onFocus);
      root.removeEventListener("focusout", onLeave);
      document.removeEventListener("keydown", onKey);
    };
  }, [grid, tooltipId, marksOnly]);

  return anchor;
}
