// Textarea that grows with its text.
import type { ComponentProps } from "react";
import styles from "./text-area.module.css";

/** Number of characters measured for the height; a longer text scrolls anyway. */
const MEASURED = 4_000;

type Props = ComponentProps<"textarea"> & {
  value: string;
  /** The border is always visible, as in a form. */
  framed?: boolean;
};

export function TextArea({ value, placeholder, className, framed = false, ...rest }: Props) {
  // A hidden copy of the text in the same grid cell sets the height, because not every web view supports `field-sizing`.
  const twin = (value || placeholder || "").slice(0, MEASURED);
  return (
    <span className={`${styles.area} ${className ?? ""}`} data-framed={framed || undefined} data-twin={`${twin} `}>
      <textarea
        rows={1}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        {...rest}
      />
    </span>
  );
}
