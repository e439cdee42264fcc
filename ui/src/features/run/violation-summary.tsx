// Summary of all violations, and a button that runs the call anyway: servers are tested with invalid arguments too.
import { asBackendError } from "../../backend";
import { LinkButton } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { clip } from "../../shared/clip";
import { errorMessage, sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import type { Violations } from "./use-violations";
import { formatPath, strings } from "./strings";
import styles from "./run-form.module.css";

const text = strings.violations;

const MAX_LISTED = 10;

type Props = {
  violations: Violations;
  /** Null: the arguments cannot be sent at all, or not now. */
  onAnyway: (() => void) | null;
};

export function ViolationSummary({ violations: { all, error }, onAnyway }: Props) {
  if (all.length === 0 && error === null) return null;
  const more = all.length - MAX_LISTED;
  return (
    <div className={styles.summary} data-testid="run-complaints" role="status">
      <Callout tone="warning">
        {all.length === 0 ? null : <p>{text.fix(all.length)}:</p>}
        <ul>
          {all.slice(0, MAX_LISTED).map(({ path, message }, index) => (
            <li key={`${path} ${index}`} data-testid="run-complaint">
              {path === "" ? null : (
                <>
                  <code>
                    <ServerText text={clip(formatPath(path), 120)} limit={4} />
                  </code>
                  {": "}
                </>
              )}
              <ServerText text={clip(sentence(message), 400)} limit={4} />
            </li>
          ))}
        </ul>
        {more > 0 ? <p>{text.more(more)}</p> : null}
        {error === null ? null : (
          <p>
            {text.notChecked} <ServerText text={errorMessage(asBackendError(error))} />
          </p>
        )}
        {onAnyway ? (
          <LinkButton data-testid="run-anyway" onClick={onAnyway}>
            {text.runAnyway}
          </LinkButton>
        ) : null}
      </Callout>
    </div>
  );
}
