// One of a few, side by side: a radio group whose arrow keys choose at once. A decided choice is ink with a dot.
import type { KeyboardEvent } from "react";
import { useRef } from "react";
import styles from "./segmented.module.css";

export type Segment<T extends string> = {
  value: T;
  label: string;
  decides?: boolean;
  /** Chosen, but without effect for now: only outlined, and can be chosen again. */
  waits?: boolean;
};

type Props<T extends string> = {
  label: string;
  /** None of them: nothing is chosen yet. */
  value: T | null;
  segments: readonly Segment<T>[];
  onChange: (value: T) => void;
  /** Greyed: the choice means nothing here, but can still be made. */
  muted?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
};

const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Segmented<T extends string>(props: Props<T>) {
  const { label, value, segments, onChange, muted = false, disabled = false, describedBy } = props;
  const group = useRef<HTMLDivElement>(null);
  const isChosen = segments.some((segment) => segment.value === value);
  const choose = (next: T) => {
    const again = next === value && segments.some((segment) => segment.value === next && segment.waits);
    if (!disabled && (next !== value || again)) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = STEP[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = (index + step + segments.length) % segments.length;
    const next = segments[at];
    if (!next || disabled) return;
    group.current?.querySelectorAll<HTMLElement>("[role=radio]")[at]?.focus();
    choose(next.value);
  };
  return (
    <div
      ref={group}
      className={styles.segments}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={disabled || undefined}
      data-muted={muted || disabled || undefined}
    >
      {segments.map((segment, index) => {
        const checked = segment.value === value;
        return (
          <button
            key={segment.value}
            type="button"
            role="radio"
            className={styles.segment}
            aria-checked={checked}
            aria-disabled={disabled || undefined}
            tabIndex={checked || (!isChosen && index === 0) ? 0 : -1}
            data-decided={(checked && segment.decides && !segment.waits) || undefined}
            data-waits={(checked && segment.waits) || undefined}
            onClick={() => choose(segment.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {segment.label}
          </button>
        );
      })}
    </div>
  );
}
