// Checkboxes: with a label beside it, alone, and as part of a list that handles its clicks.
import * as RadixCheckbox from "@radix-ui/react-checkbox";
import type { KeyboardEvent, ReactNode } from "react";
import styles from "./checkbox.module.css";

type Props = {
  checked: RadixCheckbox.CheckedState;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Needed where there is no label beside it. */
  "aria-label"?: string;
  children?: ReactNode;
  className?: string | undefined;
};

/** Radix ignores Enter; in a form it submits, as it does from a native checkbox. */
function submitOnEnter(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.currentTarget.form?.requestSubmit();
}

export function Checkbox({ onChange, children, className, ...rest }: Props) {
  const box = (
    <RadixCheckbox.Root
      className={styles.box}
      onCheckedChange={(checked) => onChange(checked === true)}
      onKeyDown={submitOnEnter}
      {...rest}
    />
  );
  if (children === undefined) return box;
  return (
    <label className={`${styles.labelled} ${className ?? ""}`}>
      {box}
      <span>{children}</span>
    </label>
  );
}

type ListProps = { checked: boolean; label: string; className?: string | undefined };

/** Drawn by the hundred: no handler of its own, and not a stop of the Tab key. */
export function ListCheckbox({ checked, label, className }: ListProps) {
  return (
    <span
      role="checkbox"
      className={`${styles.box} ${className ?? ""}`}
      aria-checked={checked}
      aria-label={label}
      tabIndex={-1}
    />
  );
}
