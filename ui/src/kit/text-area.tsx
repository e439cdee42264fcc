// A field of several lines that is as high as its text.
import type { ComponentProps } from "react";
import styles from "./text-area.module.css";

/** What is laid out to find the height; more than this scrolls anyway. */
const MEASURED = 4_000;

type Props = ComponentProps<"textarea"> & { value: string };

export function TextArea({ value, placeholder, className, ...rest }: Props) {
  // A hidden twin in the same grid cell gives the height: `field-sizing` is not everywhere yet.
  const twin = (value || placeholder || "").slice(0, MEASURED);
  return (
    <span className={`${styles.area} ${className ?? ""}`} data-twin={`${twin} `}>
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
