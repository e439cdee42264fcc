// List that shows its first items, and all of them on request: a server can have thousands of tools.
import type { ReactNode } from "react";
import { useState } from "react";
import { LinkButton } from "../../kit/button";
import { strings } from "./strings";
import styles from "./patch.module.css";

type Props<T> = { items: readonly T[]; keyOf: (item: T) => string; limit: number; children: (item: T) => ReactNode };

export function ShortList<T>({ items, keyOf, limit, children }: Props<T>) {
  const [showsAll, setShowsAll] = useState(false);
  const listed = showsAll ? items : items.slice(0, limit);
  return (
    <>
      <ul className={styles.list}>
        {listed.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {listed.length < items.length ? (
        <LinkButton onClick={() => setShowsAll(true)}>{strings.preview.showAll(items.length)}</LinkButton>
      ) : null}
    </>
  );
}
