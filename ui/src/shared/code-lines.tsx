// Lines of code or of a difference: sign column first. Long files are virtualised, so that they cost as little as short ones.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import type { DiffLine } from "../backend";
import { ServerText } from "./server-text";
import styles from "./code-lines.module.css";

const LINE = 18;
const SIGN: Record<DiffLine["sign"], string> = { same: " ", add: "+", remove: "−" };

type Props = {
  lines: readonly DiffLine[];
  label: string;
  /** Fills its parent, without a frame, and numbers the lines of the new file. */
  flush?: boolean;
};

export const plainLines = (text: string): DiffLine[] =>
  text.split("\n").map((line) => ({ sign: "same", text: line }));

/** The number each line has in the new file; 0 for lines that are not in it. */
function numberLines(lines: readonly DiffLine[]): Uint32Array {
  const numbers = new Uint32Array(lines.length);
  let last = 0;
  lines.forEach((line, index) => {
    if (line.sign === "remove") return;
    last += 1;
    numbers[index] = last;
  });
  return numbers;
}

export function CodeLines({ lines, label, flush = false }: Props) {
  const numbers = useMemo(() => (flush ? numberLines(lines) : null), [flush, lines]);
  const root = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => root.current,
    estimateSize: () => LINE,
    overscan: 4,
  });
  return (
    <div
      ref={root}
      className={styles.code}
      data-flush={flush || undefined}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <div className={styles.lines} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <div
              key={item.index}
              className={styles.line}
              data-sign={line.sign}
              data-text={SIGN[line.sign]}
              data-number={numbers?.[item.index] || undefined}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <ServerText text={line.text} limit={6} />
            </div>
          );
        })}
      </div>
    </div>
  );
}
