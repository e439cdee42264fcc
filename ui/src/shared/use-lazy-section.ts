// Draws a part of a long page only while it is near what is seen, and keeps its height meanwhile: the page has few nodes.
import type { CSSProperties, RefObject } from "react";
import { useLayoutEffect, useRef, useState } from "react";

/** Put on what scrolls; outside of it everything is drawn. */
export const SCROLLS = { "data-scrolls": true } as const;
const ROOT = "[data-scrolls]";

/** Drawn beyond what is seen, in pixels: what Tab reaches next is there, and slow scrolling finds nothing empty. */
const MARGIN = 60;

export type LazySection<E> = { ref: RefObject<E | null>; near: boolean; style: CSSProperties | undefined };

const canObserve = typeof IntersectionObserver !== "undefined";

/** `height` is a guess for what was never drawn; rather too low than too high. */
export function useLazySection<E extends HTMLElement>(height: number): LazySection<E> {
  const ref = useRef<E>(null);
  // How high it is while it is not drawn. Where nothing can be observed, everything is drawn.
  const [kept, setKept] = useState<number | null>(canObserve ? height : null);
  /** Of what stands above what is seen: how high it was before it is drawn. */
  const before = useRef<number | null>(null);

  useLayoutEffect(() => {
    const node = ref.current;
    if (!node || !canObserve) return;
    const root = node.closest(ROOT);
    if (!root) return setKept(null);
    // What somebody works in stays as they left it.
    let touched = false;
    const touch = () => {
      touched = true;
    };
    const draw = (box: DOMRectReadOnly) =>
      setKept((old) => {
        if (old !== null) before.current = box.top < root.getBoundingClientRect().top ? old : null;
        return null;
      });
    const [box, seen] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    if (box.top < seen.bottom + MARGIN && box.bottom > seen.top - MARGIN) draw(box);
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (entry.isIntersecting) draw(entry.boundingClientRect);
        else if (!touched && !node.contains(document.activeElement)) setKept(entry.boundingClientRect.height);
      },
      { root, rootMargin: `${MARGIN}px 0px` },
    );
    observer.observe(node);
    node.addEventListener("pointerdown", touch);
    node.addEventListener("keydown", touch);
    return () => {
      observer.disconnect();
      node.removeEventListener("pointerdown", touch);
      node.removeEventListener("keydown", touch);
    };
  }, []);

  // What grows above what is seen must not push it away.
  useLayoutEffect(() => {
    const node = ref.current;
    const root = node?.closest(ROOT);
    if (kept !== null || before.current === null || !node || !root) return;
    root.scrollTop += node.getBoundingClientRect().height - before.current;
    before.current = null;
  }, [kept]);

  return { ref, near: kept === null, style: kept === null ? undefined : { height: kept } };
}
