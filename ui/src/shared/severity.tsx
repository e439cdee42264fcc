// Severity of a finding: label, rank and icon.
import { CircleAlert, CircleX, Info } from "lucide-react";
import type { Severity } from "../backend";
import { strings } from "./strings";
import styles from "./severity.module.css";

export const SEVERITY_WORD: Record<Severity, string> = strings.severity;

/** Sort rank, most severe first. */
export const SEVERITY_RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

const ICON = { error: CircleX, warning: CircleAlert, note: Info };

/** Severity icon; with `named` the label is its accessible name, otherwise the label is beside it. */
export function SeverityIcon({ severity, named = false, size = 14 }: { severity: Severity; named?: boolean; size?: 12 | 14 }) {
  const Icon = ICON[severity];
  const stroke = size === 12 ? { strokeWidth: 2.25 } : {};
  return (
    <span
      className={styles.icon}
      data-severity={severity}
      {...(named ? { role: "img", "aria-label": SEVERITY_WORD[severity] } : { "aria-hidden": true })}
    >
      <Icon size={size} {...stroke} aria-hidden="true" />
    </span>
  );
}
