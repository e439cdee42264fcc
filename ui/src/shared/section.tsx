// Panel section with a title.
import type { ReactNode } from "react";
import { useId } from "react";
import styles from "./section.module.css";

type Props = { title: string; after?: ReactNode; children: ReactNode };

export function Section({ title, after, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {after ? <div className={styles.after}>{after}</div> : null}
      </header>
      {children}
    </section>
  );
}
