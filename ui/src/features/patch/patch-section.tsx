// Section of a pane of the dialog, with a heading.
import type { ReactNode } from "react";
import { useId } from "react";
import styles from "./patch.module.css";

type Props = { title: string; about?: string; children: ReactNode };

export function PatchSection({ title, about, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {about === undefined ? null : <p className={styles.about}>{about}</p>}
      {children}
    </section>
  );
}
