// Collapsible section of the tool panel; its content renders only while it is expanded and near the viewport.
import type { ReactNode } from "react";
import { useId } from "react";
import type { SectionId } from "./go-to-tool";
import { useCollapsed } from "./collapsed-sections";
import { useLazySection } from "./use-lazy-section";
import styles from "./panel-section.module.css";

type Props = {
  id: SectionId;
  title: string;
  /** Number beside the title, visible also while the section is collapsed. */
  count?: number;
  /** Content on the right of the header, hidden while the section is collapsed. */
  after?: ReactNode;
  /** The children handle lazy rendering themselves. */
  apart?: boolean;
  children: ReactNode;
};

export function PanelSection({ id, title, count, after, apart = false, children }: Props) {
  const headId = useId();
  const collapsed = useCollapsed((state) => state.names.has(id));
  const toggle = useCollapsed((state) => state.toggle);
  return (
    <section className={styles.section} id={`panel-${id}`} aria-labelledby={headId} data-collapsed={collapsed || undefined}>
      <header className={styles.head}>
        <h2 id={headId}>
          <button type="button" className={styles.toggle} aria-expanded={!collapsed} onClick={() => toggle(id)}>
            {title}
            {count === undefined ? null : <span className={styles.count}>{count.toLocaleString("en")}</span>}
          </button>
        </h2>
        {after && !collapsed ? <div className={styles.after}>{after}</div> : null}
      </header>
      {collapsed ? null : apart ? children : <LazyBody>{children}</LazyBody>}
    </section>
  );
}

/** Estimated height of the smallest section, in pixels. */
const HEIGHT = 64;

/** Renders its children only near the viewport. */
export function LazyBody({ children }: { children: ReactNode }) {
  const { ref, near, style } = useLazySection<HTMLDivElement>(HEIGHT);
  return (
    <div ref={ref} style={style}>
      {near ? children : null}
    </div>
  );
}
