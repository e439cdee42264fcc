// Parameters of the reviewed tool, as the server declares them.
import { useState } from "react";
import type { ParameterView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./parameter-list.module.css";

/** Number of parameters in the collapsed list; a schema may have thousands. */
const COLLAPSED_COUNT = 6;
const MAX_COUNT = 200;
const MAX_CHOICES = 12;

const text = strings.parameters;

export function ParameterList({ parameters }: { parameters: readonly ParameterView[] }) {
  const [all, setAll] = useState(false);
  if (parameters.length === 0) return <p className={styles.none}>{text.none}</p>;
  const left = parameters.length - MAX_COUNT;
  return (
    <>
      <ul className={styles.list} data-testid="review-parameters">
        {parameters.slice(0, all ? MAX_COUNT : COLLAPSED_COUNT).map((parameter) => (
          <Parameter key={parameter.name} parameter={parameter} />
        ))}
        {all && left > 0 ? <li>{text.more(left)}</li> : null}
      </ul>
      {parameters.length > COLLAPSED_COUNT ? (
        <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text.showFewer : text.showAll(parameters.length)}
        </LinkButton>
      ) : null}
    </>
  );
}

function Parameter({ parameter: { name, kind, required, declared, choices } }: { parameter: ParameterView }) {
  const left = choices.length - MAX_CHOICES;
  return (
    <li>
      <ServerText className={styles.name} text={clip(name, 120)} limit={4} />{" "}
      <span>
        <ServerText text={clip(kind, 60)} limit={2} />
        {required ? text.required : null}
      </span>
      <p className={declared ? styles.description : undefined}>
        {declared ? <ServerText text={clip(declared, 400)} /> : text.noDescription}
      </p>
      {choices.length > 0 ? (
        <p>
          {text.choices} <ServerText className={styles.choices} text={clip(choices.slice(0, MAX_CHOICES).join(", "), 400)} />
          {left > 0 ? text.moreChoices(left) : null}
        </p>
      ) : null}
    </li>
  );
}
