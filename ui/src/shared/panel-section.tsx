// A titled part of the panel that can be folded away; what is folded away, or far from what is seen, is not drawn.
import type { ReactNode } from "react";
import { useId } from "react";
import type { SectionId } from "./go-to-tool";
import { useCollapsed } from "./collapsed-sections";
import { useLazySection } from "./use-lazy-section";
import styles from "./panel-section.module.css";

type Props = {
  id: SectionId;
  title: string;
  /** A number beside the title, also when it is folded. */
  count?: number;
  /** On the right, while it is open. */
  after?: ReactNode;
  /** What it holds sees by itself whether it is near what is seen. */
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
          <button type="button" className={styles.fold} aria-expanded={!collapsed} onClick={() => toggle(id)}>
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

/** About what the smallest section needs. */
const HEIGHT = 64;

/** Drawn only near what is seen. */
export function LazyBody({ children }: { children: ReactNode }) {
  const { ref, near, style } = useLazySection<HTMLDivElement>(HEIGHT);
  return (
    <div ref={ref} style={style}>
      {near ? children : null}
    </div>
  );
}
