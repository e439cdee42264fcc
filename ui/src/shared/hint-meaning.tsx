// What one hint means, for its (i): a question, what clients do, a yes, a no, and the default of the specification.
import type { HintName } from "../backend";
import { HINT_MEANING } from "./hints";
import type { Example } from "./hints";
import styles from "./hint-meaning.module.css";

export function HintMeaning({ hint }: { hint: HintName }) {
  const { question, client, yes, no, fallback } = HINT_MEANING[hint];
  return (
    <div className={styles.meaning}>
      <h4>{question}</h4>
      <p>{client}</p>
      <dl>
        <dt>Yes</dt>
        <dd>
          <ExampleText example={yes} />
        </dd>
        <dt>No</dt>
        <dd>
          <ExampleText example={no} />
        </dd>
        <dt>Default</dt>
        <dd>{fallback}</dd>
      </dl>
    </div>
  );
}

function ExampleText({ example }: { example: Example }) {
  return (
    <>
      <code>{example.code}</code>
      {example.rest}
    </>
  );
}
