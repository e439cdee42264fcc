// Content of an (i) tooltip for a choice: a question, its consequence, and one line per answer.
import type { ReactNode } from "react";
import { Fragment } from "react";
import styles from "./meaning.module.css";

type Props = { question: string; about: string; cases: readonly (readonly [label: string, meaning: ReactNode])[] };

export function Meaning({ question, about, cases }: Props) {
  return (
    <div className={styles.meaning}>
      <p className={styles.question}>{question}</p>
      <p>{about}</p>
      <dl>
        {cases.map(([label, meaning]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
