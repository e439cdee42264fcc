// Collapsible section, initially collapsed. It does not render its content while collapsed.
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import styles from "./fold.module.css";

type Props = { title: ReactNode; count?: number; open?: boolean; after?: ReactNode; testId?: string; children: ReactNode };

export function Fold({ title, count, open = false, after, testId, children }: Props) {
  const [isOpen, setOpen] = useState(open);
  return (
    <div className={styles.fold}>
      <div className={styles.head}>
        <button type="button" className={styles.title} aria-expanded={isOpen} data-testid={testId} onClick={() => setOpen(!isOpen)}>
          <ChevronRight size={12} strokeWidth={2.25} aria-hidden="true" />
          <span>{title}</span>
          {count === undefined ? null : <span className={styles.count}>{count.toLocaleString("en")}</span>}
        </button>
        {after}
      </div>
      {isOpen ? <div className={styles.body}>{children}</div> : null}
    </div>
  );
}
