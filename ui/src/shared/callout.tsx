// Inline warning or error.
import { CircleAlert, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./callout.module.css";

type Props = { tone: "warning" | "error"; children: ReactNode };

export function Callout({ tone, children }: Props) {
  const Icon = tone === "error" ? CircleX : CircleAlert;
  return (
    <div className={styles.callout} data-tone={tone} role={tone === "error" ? "alert" : undefined}>
      <Icon size={14} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
