// What applying would change, line by line; long lists are virtualised.
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowRight } from "lucide-react";
import { useRef } from "react";
import type { ApplyChange } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { ServerText } from "../../shared/server-text";
import styles from "./apply-changes.module.css";

const ROW = 28;

export function ApplyChanges({ changes }: { changes: readonly ApplyChange[] }) {
  const root = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: changes.length,
    getScrollElement: () => root.current,
    estimateSize: () => ROW,
    overscan: 3,
  });
  if (changes.length === 0) return <p className={styles.none}>This file changes nothing here.</p>;
  return (
    <div className={styles.table} role="table" aria-label="Changes" aria-rowcount={changes.length + 1}>
      <div role="rowgroup">
        <div role="row" className={styles.head} aria-rowindex={1}>
          <span role="columnheader">Tool</span>
          <span role="columnheader">Field</span>
          <span role="columnheader">Before</span>
          <span role="columnheader">After</span>
        </div>
      </div>
      <div ref={root} className={styles.scroll} role="rowgroup" tabIndex={0} aria-label="Changed fields">
        <div className={styles.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const change = changes[item.index];
            if (!change) return null;
            return (
              <div
                key={item.index}
                role="row"
                aria-rowindex={item.index + 2}
                className={styles.row}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <code role="cell">
                  <ServerText text={`${change.server}.${change.tool}`} limit={1} />
                </code>
                <span role="cell">
                  <ServerText text={change.field} limit={1} />
                </span>
                <span role="cell" className={styles.before}>
                  {change.before === null ? "inherited" : <ServerText text={change.before} limit={1} />}
                </span>
                <span role="cell" className={styles.after}>
                  <ArrowRight size={12} strokeWidth={2.25} aria-hidden="true" />
                  <VisuallyHidden>becomes </VisuallyHidden>
                  <ServerText text={change.after} limit={1} />
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
