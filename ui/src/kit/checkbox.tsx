// Checkboxes: with a label, standalone, and inside a list or tree that handles the clicks.
import * as RadixCheckbox from "@radix-ui/react-checkbox";
import type { KeyboardEvent, ReactNode } from "react";
import styles from "./checkbox.module.css";

type Props = {
  checked: RadixCheckbox.CheckedState;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Required without `children`. */
  "aria-label"?: string;
  children?: ReactNode;
  className?: string | undefined;
};

/** Radix ignores Enter; like a native checkbox, this one submits its form. */
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

/** Checkbox for lists with hundreds of rows: without an event handler, and not a Tab stop. */
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

/** Look of a checkbox, for an element that is the checkbox itself. */
export function CheckMark({ checked }: { checked: boolean | "mixed" }) {
  return <span className={styles.box} aria-hidden="true" data-checked={checked} />;
}
