// Lazy rendering: a section of a long page renders only near the viewport and keeps its height otherwise, to limit DOM nodes.
import type { CSSProperties, RefObject } from "react";
import { useLayoutEffect, useRef, useState } from "react";

/** Props of the scroll container; sections outside of one always render. */
export const SCROLLS = { "data-scrolls": true } as const;
const ROOT = "[data-scrolls]";

/** Margin around the viewport in pixels, so that the next Tab stop exists and slow scrolling shows no empty sections. */
const MARGIN = 60;

export type LazySection<E> = { ref: RefObject<E | null>; near: boolean; style: CSSProperties | undefined };

const canObserve = typeof IntersectionObserver !== "undefined";

/** `height` is the estimate for a section that was never rendered; better too low than too high. */
export function useLazySection<E extends HTMLElement>(height: number): LazySection<E> {
  const ref = useRef<E>(null);
  // Null: rendered. Without IntersectionObserver all sections render.
  const [placeholderHeight, setPlaceholderHeight] = useState<number | null>(canObserve ? height : null);
  /** Height before rendering, for a section that starts above the viewport. */
  const heightBefore = useRef<number | null>(null);

  useLayoutEffect(() => {
    const node = ref.current;
    if (!node || !canObserve) return;
    const root = node.closest(ROOT);
    if (!root) return setPlaceholderHeight(null);
    // A section that the user interacted with stays rendered, to keep its state.
    let interacted = false;
    const onInteraction = () => {
      interacted = true;
    };
    const show = (box: DOMRectReadOnly) =>
      setPlaceholderHeight((old) => {
        if (old !== null) heightBefore.current = box.top < root.getBoundingClientRect().top ? old : null;
        return null;
      });
    const [box, viewport] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    if (box.top < viewport.bottom + MARGIN && box.bottom > viewport.top - MARGIN) show(box);
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry) return;
        if (entry.isIntersecting) show(entry.boundingClientRect);
        else if (!interacted && !node.contains(document.activeElement)) setPlaceholderHeight(entry.boundingClientRect.height);
      },
      { root, rootMargin: `${MARGIN}px 0px` },
    );
    observer.observe(node);
    node.addEventListener("pointerdown", onInteraction);
    node.addEventListener("keydown", onInteraction);
    return () => {
      observer.disconnect();
      node.removeEventListener("pointerdown", onInteraction);
      node.removeEventListener("keydown", onInteraction);
    };
  }, []);

  // Scroll anchoring: a section that grows above the viewport must not move the visible content.
  useLayoutEffect(() => {
    const node = ref.current;
    const root = node?.closest(ROOT);
    if (placeholderHeight !== null || heightBefore.current === null || !node || !root) return;
    root.scrollTop += node.getBoundingClientRect().height - heightBefore.current;
    heightBefore.current = null;
  }, [placeholderHeight]);

  return { ref, near: placeholderHeight === null, style: placeholderHeight === null ? undefined : { height: placeholderHeight } };
}
