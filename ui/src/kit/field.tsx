// Form fields: text input with optional content before and after it, native select, and a wrapper with label, note and error.
import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import styles from "./field.module.css";

type InputProps = ComponentProps<"input"> & { before?: ReactNode; after?: ReactNode; mono?: boolean };

export function Input({ before, after, mono = false, className, ...rest }: InputProps) {
  return (
    <span className={`${styles.field} ${className ?? ""}`} data-mono={mono || undefined}>
      {before}
      <input autoComplete="off" autoCorrect="off" autoCapitalize="off" spellCheck={false} {...rest} />
      {after}
    </span>
  );
}

type SelectProps = ComponentProps<"select"> & {
  options: readonly { value: string; label: string }[];
  /** Omits the empty option. */
  always?: boolean;
};

/** Native select; the empty option means no value. */
export function Select({ options, always = false, className, ...rest }: SelectProps) {
  return (
    <span className={`${styles.field} ${className ?? ""}`}>
      <select {...rest}>
        {always ? null : <option value="">–</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
    </span>
  );
}

type LabelledProps = { label: ReactNode; note?: ReactNode; error?: string | null; children: (id: string) => ReactNode };

export function Labelled({ label, note, error, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : note ? (
        <p className={styles.note}>{note}</p>
      ) : null}
    </div>
  );
}
