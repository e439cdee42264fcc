// Lines of code or of a diff, with a sign column. Lines are virtualized and long lines truncated, for files of any size.
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Ref } from "react";
import { useImperativeHandle, useMemo, useRef } from "react";
import type { DiffLine } from "../backend";
import { beginningOf } from "./clip";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./code-lines.module.css";

const LINE_HEIGHT = 18;
/** Truncates lines, which can be a megabyte long. */
const MAX_LINE_LENGTH = 2_000;

/** A gap is a line that only the other side has. */
export type CodeLine = DiffLine | { sign: "gap"; text: string };

const SIGN: Record<CodeLine["sign"], string> = { same: " ", add: "+", remove: "−", gap: " " };

type Props = {
  lines: readonly CodeLine[];
  label: string;
  /** Fills its parent without a border, with the line numbers of the new file. */
  flush?: boolean;
  /** With `flush`: the line numbers of the old file. */
  old?: boolean;
  ref?: Ref<HTMLDivElement>;
  onScroll?: () => void;
};

export const plainLines = (text: string): DiffLine[] =>
  text.split("\n").map((line) => ({ sign: "same", text: line }));

/** Line number of each line in its file; 0 for lines that are not in the file. */
function numberLines(lines: readonly CodeLine[], absent: CodeLine["sign"]): Uint32Array {
  const numbers = new Uint32Array(lines.length);
  let last = 0;
  lines.forEach((line, index) => {
    if (line.sign === absent || line.sign === "gap") return;
    last += 1;
    numbers[index] = last;
  });
  return numbers;
}

export function CodeLines({ lines, label, flush = false, old = false, ref, onScroll }: Props) {
  const numbers = useMemo(() => (flush ? numberLines(lines, old ? "add" : "remove") : null), [flush, old, lines]);
  const root = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => root.current as HTMLDivElement, []);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => root.current,
    estimateSize: () => LINE_HEIGHT,
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
      onScroll={onScroll}
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
              <LineText text={line.text} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function LineText({ text }: { text: string }) {
  if (text.length <= MAX_LINE_LENGTH) return <ServerText text={text} limit={6} />;
  const visible = beginningOf(text, MAX_LINE_LENGTH);
  return (
    <>
      <ServerText text={visible} limit={6} />
      <span className={styles.remaining}>{strings.text.more(text.length - visible.length)}</span>
    </>
  );
}
