// What a choice means, for its (i): a question, what follows from it, and one line for each answer.
import type { ReactNode } from "react";
import { Fragment } from "react";
import styles from "./meaning.module.css";

type Props = { question: string; about: string; cases: readonly (readonly [word: string, means: ReactNode])[] };

export function Meaning({ question, about, cases }: Props) {
  return (
    <div className={styles.meaning}>
      <p className={styles.question}>{question}</p>
      <p>{about}</p>
      <dl>
        {cases.map(([word, means]) => (
          <Fragment key={word}>
            <dt>{word}</dt>
            <dd>{means}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
