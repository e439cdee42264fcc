// One line of the sidebar.
import type { ReactNode } from "react";
import styles from "./nav-item.module.css";

type Props = {
  testId: string;
  current: boolean;
  onSelect: () => void;
  icon: ReactNode;
  count?: ReactNode;
  tone?: "error";
  children: ReactNode;
  /** Stands over the count while pointed at or focused. */
  menu?: ReactNode;
};

export function NavItem({ testId, current, onSelect, icon, count, tone, children, menu }: Props) {
  return (
    <div className={styles.item} data-menu={menu ? true : undefined}>
      <button
        type="button"
        className={styles.button}
        data-testid={testId}
        aria-current={current ? "page" : undefined}
        onClick={onSelect}
      >
        {icon}
        <span className={styles.label}>{children}</span>
        {count === undefined ? null : (
          <span className={styles.count} data-tone={tone}>
            {count}
          </span>
        )}
      </button>
      {menu}
    </div>
  );
}
