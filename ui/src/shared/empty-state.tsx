// Empty state of a view: icon, title, description, action.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

type Props = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
      <h2>{title}</h2>
      {children}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
