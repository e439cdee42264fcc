// One of a few, side by side: a radio group whose arrow keys choose at once. A decided choice is ink with a dot.
import * as ToggleGroup from "@radix-ui/react-toggle-group";
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

export function Segmented<T extends string>(props: Props<T>) {
  const { label, value, segments, onChange, muted = false, disabled = false, describedBy } = props;
  const chosen = segments.find((segment) => segment.value === value);
  const stop = chosen ?? segments[0];
  const arrowPressed = useRef(false);
  const choose = (next: T) => {
    if (!disabled && (next !== value || chosen?.waits)) onChange(next);
  };
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.segments}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={disabled || undefined}
      data-muted={muted || disabled || undefined}
      tabIndex={-1} // a segment is the Tab stop, as in Tabs
      value={value ?? ""}
      // Empty: the chosen segment was pressed again.
      onValueChange={(next) => choose((next || value) as T)}
      onKeyDown={({ key, defaultPrevented }) => {
        arrowPressed.current = defaultPrevented && key.startsWith("Arrow");
      }}
    >
      {segments.map((segment) => {
        const checked = segment === chosen;
        return (
          <ToggleGroup.Item
            key={segment.value}
            value={segment.value}
            className={styles.segment}
            aria-disabled={disabled || undefined}
            tabIndex={segment === stop ? 0 : -1}
            data-decided={(checked && segment.decides && !segment.waits) || undefined}
            data-waits={(checked && segment.waits) || undefined}
            // Radix moves the focus; here that also chooses.
            onFocus={() => {
              if (arrowPressed.current) choose(segment.value);
              arrowPressed.current = false;
            }}
          >
            {segment.label}
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}
