// Changes that the server made to a tool since its review, field by field, with risks.
import { CircleAlert } from "lucide-react";
import type { Drift, FieldChange } from "../backend";
import { VisuallyHidden } from "../kit/visually-hidden";
import { onDay } from "./day";
import { sentence } from "./error-message";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import { useLazySection } from "./use-lazy-section";
import { WordDifference } from "./word-difference";
import styles from "./drift-view.module.css";

const SIGN: Record<FieldChange["kind"], string> = { added: "+", removed: "−", changed: "±" };

/** "since anna reviewed it on 12 September" */
export function driftSince({ reviewed, by, at }: Drift, now: number): string {
  if (!reviewed) return strings.drift.sinceDecision;
  return strings.drift.sinceReview(by, at === null ? "" : onDay(at, now));
}

export function DriftView({ drift }: { drift: Drift }) {
  const description =
    drift.description.length > 0 ? (
      <div className={styles.description} data-testid="drift-description">
        <p>{strings.drift.description}</p>
        <WordDifference words={drift.description} />
      </div>
    ) : null;
  if (drift.unknown) {
    return (
      <>
        <p className={styles.unknown}>{strings.drift.unknown}</p>
        {description}
      </>
    );
  }
  return (
    <>
      <dl className={styles.changes} data-testid="drift">
        {drift.changes.map((change, index) => (
          <Change key={index} change={change} />
        ))}
      </dl>
      {description}
    </>
  );
}

/** Estimated height of a short change, in pixels. */
const HEIGHT = 52;

function Change({ change }: { change: FieldChange }) {
  const { ref, near, style } = useLazySection<HTMLDivElement>(HEIGHT);
  if (!near) return <div ref={ref} style={style} />;
  return (
    <div ref={ref}>
      <dt>
        <span className={styles.sign} data-kind={change.kind} aria-hidden="true">
          {SIGN[change.kind]}
        </span>
        <ServerText text={change.field} limit={2} />
        <VisuallyHidden>{strings.drift.kinds[change.kind]}</VisuallyHidden>
      </dt>
      <dd>
        <WordDifference words={change.diff} />
        {change.risk === null ? null : (
          <p className={styles.risk}>
            <CircleAlert size={12} strokeWidth={2.25} aria-hidden="true" />
            <ServerText text={`${sentence(change.risk)}.`} limit={2} />
          </p>
        )}
      </dd>
    </div>
  );
}
