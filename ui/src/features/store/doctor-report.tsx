// Every check of the store: well or not, in words, with the next step.
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { asBackendError } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { Callout } from "../../shared/callout";
import { errorMessage, sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { doctorQuery } from "./queries";
import styles from "./store.module.css";

export function DoctorReport() {
  const { data, error } = useQuery(doctorQuery);
  if (error) {
    return (
      <Callout tone="error">
        The store could not be looked at. <ServerText text={errorMessage(asBackendError(error))} />
      </Callout>
    );
  }
  const wrong = data?.checks.filter((check) => !check.ok).length ?? 0;
  return (
    <>
      <p className={styles.note} role="status">
        {!data ? "Looking…" : wrong === 0 ? "Nothing wrong was found." : `${wrong} of ${data.checks.length} checks found something wrong.`}
      </p>
      {data ? (
        <ul className={styles.checks} aria-label="Checks" data-testid="checks">
          {data.checks.map((check) => (
            <li key={check.name} data-well={check.ok}>
              {check.ok ? <CircleCheck size={14} aria-hidden="true" /> : <CircleAlert size={14} aria-hidden="true" />}
              <div>
                <p>
                  <b>
                    <ServerText text={sentence(check.name)} />
                  </b>
                  <VisuallyHidden>{check.ok ? ", well" : ", not well"}</VisuallyHidden>
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
