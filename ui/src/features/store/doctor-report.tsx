// Results of the checks of the store, with the next step for each problem.
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { asBackendError } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { Callout } from "../../shared/callout";
import { errorMessage, sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { doctorQuery } from "./queries";
import { strings } from "./strings";
import styles from "./store.module.css";

const { checks: text } = strings;

export function DoctorReport() {
  const { data, error } = useQuery(doctorQuery);
  if (error) {
    return (
      <Callout tone="error">
        {text.failed} <ServerText text={errorMessage(asBackendError(error))} />
      </Callout>
    );
  }
  const problems = data?.checks.filter((check) => !check.ok).length ?? 0;
  return (
    <>
      <p className={styles.note} role="status">
        {!data ? text.loading : problems === 0 ? text.passed : text.problems(problems, data.checks.length)}
      </p>
      {data ? (
        <ul className={styles.checks} aria-label={text.label} data-testid="checks">
          {data.checks.map((check) => (
            <li key={check.name} data-ok={check.ok}>
              {check.ok ? <CircleCheck size={14} aria-hidden="true" /> : <CircleAlert size={14} aria-hidden="true" />}
              <div>
                <p>
                  <b>
                    <ServerText text={sentence(check.name)} />
                  </b>
                  <VisuallyHidden>{check.ok ? text.ok : text.notOk}</VisuallyHidden>
                  {": "}
                  <ServerText text={check.message} />
                </p>
                {check.hint ? (
                  <p className={styles.dim}>
                    <ServerText text={check.hint} />
                  </p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
