// Item of the sidebar: icon, label, count and an optional menu.
import type { ReactNode } from "react";
import { VisuallyHidden } from "../kit/visually-hidden";
import row from "../shared/nav-row.module.css";
import styles from "./nav-item.module.css";

type Props = {
  testId: string;
  current: boolean;
  onSelect: () => void;
  icon: ReactNode;
  count?: ReactNode;
  /** The count with its noun: tooltip, and the count for screen readers. */
  countLabel?: string | undefined;
  tone?: "error" | "warn";
  children: ReactNode;
  /** Replaces the count while the row is hovered, and while the menu button is focused or its menu is open. */
  menu?: ReactNode;
  /** Tooltip with the label and its keys. */
  hint?: string | undefined;
};

export function NavItem({ testId, current, onSelect, icon, count, countLabel, tone, children, menu, hint }: Props) {
  return (
    <div className={styles.item} data-menu={menu ? true : undefined}>
      <button
        type="button"
        className={`${row.row} ${styles.button}`}
        data-testid={testId}
        aria-current={current ? "page" : undefined}
        title={hint}
        onClick={onSelect}
      >
        {icon}
        <span className={`${row.label} ${styles.label}`}>{children}</span>
        {count === undefined ? null : (
          <span className={`${row.after} ${styles.count}`} data-tone={tone} title={countLabel}>
            {countLabel === undefined ? (
              count
            ) : (
              <>
                <span aria-hidden="true">{count}</span>
                <VisuallyHidden> {countLabel}</VisuallyHidden>
              </>
            )}
          </span>
        )}
      </button>
      {menu}
    </div>
  );
}
