// Virtual rows of findings. In a narrow list they are higher: the message has two lines.
import { useLayoutEffect, useState } from "react";
import type { VirtualRows } from "../../kit/use-virtual-rows";
import { useVirtualRows } from "../../kit/use-virtual-rows";

// As in finding-list.module.css.
const HEIGHT = 52;
const NARROW_HEIGHT = 72;
/** Maximum width of a narrow list in rem: larger text needs more room. */
const NARROW = 34;

const remInPixels = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

export function useFindingRows(count: number, current: number): { virtualRows: VirtualRows; isNarrow: boolean } {
  const [isNarrow, setNarrow] = useState(false);
  const virtualRows = useVirtualRows({ count, current, size: () => (isNarrow ? NARROW_HEIGHT : HEIGHT), overscan: 4 });
  const { root, virtualizer } = virtualRows;
  const hasList = count > 0;
  useLayoutEffect(() => {
    const list = root.current;
    if (!hasList || !list) return;
    const observer = new ResizeObserver(() => setNarrow(list.clientWidth > 0 && list.clientWidth <= NARROW * remInPixels()));
    observer.observe(list);
    return () => observer.disconnect();
  }, [root, hasList]);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, isNarrow]);
  return { virtualRows, isNarrow };
}
