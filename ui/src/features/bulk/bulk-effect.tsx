// Preview of a change of many tools: number of new decisions, and the values before and after.
import { ArrowRight } from "lucide-react";
import type { BulkGroup, BulkPreview, MarkedHint, RuleView } from "../../backend";
import { asBackendError } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { errorMessage } from "../../shared/error-message";
import { HINT_LABEL } from "../../shared/hints";
import { Mark } from "../../shared/mark";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./hint-form.module.css";

type Effect = Pick<BulkPreview, "tools" | "changing" | "groups"> & Partial<Pick<BulkPreview, "contradictory">>;

type Props = {
  preview: Effect | undefined;
  error: Error | null;
  /** The change resets a hint. */
  resets?: boolean;
  /** Preview of one rule instead of the decisions. */
  rule?: RuleView | null | undefined;
  /** Names the hint of each value, for a change of several hints. */
  hints?: boolean;
  /** Count of a change without new decisions. */
  unchanged?: string;
};

export function BulkEffect({ preview, error, resets = false, rule = null, hints = false, unchanged = strings.preview.noChanges }: Props) {
  return (
    <div role="status" data-testid="bulk-effect">
      {preview ? (
        <>
          <p className={styles.strong}>{rule ? ruleLine(rule) : preview.changing === 0 ? unchanged : countLine(preview, resets)}</p>
          <Values preview={preview} hints={hints} />
          {preview.contradictory ? <p>{strings.preview.contradictory(preview.contradictory)}</p> : null}
        </>
      ) : error ? (
        <p>
          <ServerText text={errorMessage(asBackendError(error))} />
        </p>
      ) : (
        <p>{strings.preview.loading}</p>
      )}
    </div>
  );
}

const isSame = ({ before, after }: BulkGroup): boolean => before.value === after.value && before.mark === after.mark;

function reasonFor({ before, after }: BulkGroup): string {
  const { replaced, confirmed, reset, kept } = strings.preview.reasons;
  if (after.mark === "decided") return (before.value === after.value ? confirmed : replaced)[before.mark];
  return (before.mark === "decided" ? reset : kept)[after.mark];
}

const ruleLine = ({ matches, changes }: RuleView): string => strings.preview.rule(matches, changes);

const countLine = ({ tools, changing }: Effect, resets: boolean): string =>
  (resets ? strings.preview.reset : strings.preview.decided)(changing, tools);

/** Values before and after. A tool with a new decision can keep its value, so the sums differ from the count of decisions. */
function Values({ preview: { changing, groups }, hints }: { preview: Effect; hints: boolean }) {
  return (
    <>
      {changing > 0 ? (
        <p>
          {groups.every(isSame) ? strings.preview.sameValues : null}
          {strings.preview.undo}
        </p>
      ) : null}
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={JSON.stringify(group)}>
            {hints ? <span>{HINT_LABEL[group.hint]}:</span> : null}
            <MarkedHintLabel hint={group.before} />
            {isSame(group) ? null : (
              <>
                <ArrowRight size={12} strokeWidth={2.25} aria-hidden="true" />
                <VisuallyHidden>{strings.preview.becomes}</VisuallyHidden>
                <span className={styles.after}>
                  <MarkedHintLabel hint={group.after} />
                </span>
              </>
            )}
            <span className={styles.tools}>{strings.preview.tools(group.tools, isSame(group))}</span>
            <span className={styles.why}>{reasonFor(group)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function MarkedHintLabel({ hint: { value, mark } }: { hint: MarkedHint }) {
  return (
    <>
      <Mark mark={mark} />
      <span>{strings.preview.value(value, mark)}</span>
    </>
  );
}
