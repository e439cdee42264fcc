// Virtualized list of the gateway's peers (clients or upstream servers), two lines each.
import { useVirtualizer } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import { useCallback, useMemo, useRef } from "react";
import styles from "./peer-list.module.css";

export const PEER = 40;
/** Height of the message of a failure. */
export const MESSAGE_HEIGHT = 28;

type Props<T> = {
  label: string;
  peers: readonly T[];
  /** A stable function; equal keys are made unique by their order. */
  keyOf: (peer: T) => string;
  heightOf: (peer: T) => number;
  children: (peer: T) => ReactNode;
};

function uniqueKeys(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    return times === 0 ? key : `${key} ${times}`;
  });
}

export function PeerList<T>({ label, peers, keyOf, heightOf, children }: Props<T>) {
  const root = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => uniqueKeys(peers.map(keyOf)), [peers, keyOf]);
  // A new function on every change, so that the virtualizer reads the heights again: they depend on the content.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  const virtualizer = useVirtualizer({
    count: peers.length,
    getScrollElement: () => root.current,
    estimateSize: (index) => {
      const peer = peers[index];
      return peer === undefined ? PEER : heightOf(peer);
    },
    getItemKey,
    overscan: 2,
  });
  const height = virtualizer.getTotalSize();
  const scrolls = height > (virtualizer.scrollRect?.height ?? Infinity);
  return (
    <div ref={root} className={styles.scroll} role="group" aria-label={label} tabIndex={scrolls ? 0 : undefined}>
      <ul className={styles.list} style={{ height }}>
        {virtualizer.getVirtualItems().map((item) => {
          const peer = peers[item.index];
          if (peer === undefined) return null;
          return (
            <li
              key={item.key}
              className={styles.peer}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              aria-setsize={peers.length}
              aria-posinset={item.index + 1}
            >
              {children(peer)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type LineProps = { mark: ReactNode; name: ReactNode; state?: ReactNode; sub: ReactNode; after: ReactNode };

/** Layout of a peer: mark, name, second line, and trailing content. */
export function PeerLine({ mark, name, state, sub, after }: LineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.mark}>{mark}</span>
      <span className={styles.name}>
        <b>{name}</b> {state ? <span className={styles.state}>{state}</span> : null}
      </span>
      <span className={styles.after}>{after}</span>
      <span className={styles.sub}>{sub}</span>
    </div>
  );
}
