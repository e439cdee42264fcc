// Inner size of an element, updated by a ResizeObserver.
import type { RefObject } from "react";
import { useLayoutEffect, useState } from "react";

export function useSize(
  element: RefObject<HTMLElement | null>,
  onSize: (width: number, height: number) => void,
): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => {
      const width = node.clientWidth;
      const height = node.clientHeight;
      setSize((old) => (old.width === width && old.height === height ? old : { width, height }));
      onSize(width, height);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    return () => observer.disconnect();
  }, [element, onSize]);
  return size;
}
