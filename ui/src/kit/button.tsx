// Buttons: plain, primary (one per view), danger (only to approve a destructive call), quiet, icon-only, and inline link.
import type { ComponentProps } from "react";
import styles from "./button.module.css";

type ButtonProps = ComponentProps<"button"> & {
  look?: "plain" | "primary" | "danger" | "quiet";
  size?: "normal" | "small";
};

export function Button({ look = "plain", size = "normal", className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={`${styles.button} ${className ?? ""}`}
      data-look={look}
      data-size={size}
      {...rest}
    />
  );
}

type IconButtonProps = ComponentProps<"button"> & { label: string; size?: "normal" | "tiny" };

export function IconButton({ label, size = "normal", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`${styles.icon} ${className ?? ""}`}
      data-size={size}
      {...rest}
    />
  );
}

export function LinkButton({ className, ...rest }: ComponentProps<"button">) {
  return <button type="button" className={`${styles.link} ${className ?? ""}`} {...rest} />;
}
