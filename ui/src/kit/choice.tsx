// Dropdown for one of several values; the trigger shows the label and the selected value ("Toolset everyday").
import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice } from "./menu";
import styles from "./choice.module.css";

type Props<T extends string> = {
  label: string;
  /** Shows the value only, for a trigger that already has a label beside it. */
  bare?: boolean;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  disabled?: boolean;
  align?: "start" | "end";
  describedBy?: string;
  testId?: string;
  className?: string | undefined;
};

export function Choice<T extends string>(props: Props<T>) {
  const { label, bare = false, value, choices, onChange, disabled = false, align = "start", describedBy, testId, className } = props;
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <Menu
      align={align}
      trigger={
        <button
          type="button"
          className={`${styles.choice} ${className ?? ""}`}
          data-bare={bare || undefined}
          data-testid={testId}
          disabled={disabled}
          aria-label={`${label}: ${chosen}`}
          aria-describedby={describedBy}
        >
          {bare ? null : <span>{label}</span>} <b>{chosen}</b>
          <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
        </button>
      }
    >
      <MenuChoice value={value} choices={choices} onChange={onChange} />
    </Menu>
  );
}
