// Segmented control: a radio group whose arrow keys select immediately. A decided segment is filled and has a dot.
import * as ToggleGroup from "@radix-ui/react-toggle-group";
import { useRef } from "react";
import styles from "./segmented.module.css";

export type Segment<T extends string> = {
  value: T;
  label: string;
  decides?: boolean;
  /** Selected but without effect: outlined instead of filled, and the user can select it again. */
  suspended?: boolean;
};

type Props<T extends string> = {
  label: string;
  /** Null: no segment is selected. */
  value: T | null;
  segments: readonly Segment<T>[];
  onChange: (value: T) => void;
  /** Greyed out, for a value without effect; still enabled. */
  muted?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
};

export function Segmented<T extends string>(props: Props<T>) {
  const { label, value, segments, onChange, muted = false, disabled = false, describedBy } = props;
  const chosen = segments.find((segment) => segment.value === value);
  const tabStop = chosen ?? segments[0];
  const arrowPressed = useRef(false);
  const choose = (next: T) => {
    if (!disabled && (next !== value || chosen?.suspended)) onChange(next);
  };
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.segments}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={disabled || undefined}
      data-muted={muted || disabled || undefined}
      tabIndex={-1} // the Tab stop is a segment, as in Tabs
      value={value ?? ""}
      // Radix reports an empty value if the selected segment is pressed again.
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
            tabIndex={segment === tabStop ? 0 : -1}
            data-decided={(checked && segment.decides && !segment.suspended) || undefined}
            data-waits={(checked && segment.suspended) || undefined}
            // Radix only moves the focus on arrow keys; a radio group also selects.
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
