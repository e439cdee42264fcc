// Notes below a hint: suspended decision, deciding rule, new value of the server. `ElsewhereTag` lists other environments.
import type { ReactNode } from "react";
import type { ResolvedHint } from "../backend";
import { yesNo } from "./hints";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import { suspendedEntry } from "./suspended";
import styles from "./hint-notes.module.css";

const Selector = ({ text }: { text: string }) => (
  <code>
    <ServerText text={text} limit={2} />
  </code>
);

function suspendedMessage(hint: ResolvedHint, isReviewing: boolean): ReactNode {
  const decision = suspendedEntry(hint);
  if (!decision) return null;
  const value = yesNo(hint.suspended === true);
  const state = isReviewing
    ? strings.hintNotes.suspendedUntilAccepted(yesNo(hint.value), hint.value === hint.suspended)
    : strings.hintNotes.suspended;
  if (decision.own) return `${strings.hintNotes.yourDecision(value)}${state}`;
  if (decision.entry.rule === null) return `${strings.hintNotes.baseDecision(value)}${state}`;
  return (
    <>
      {strings.hintNotes.ruleDecision(value)} <Selector text={decision.entry.rule} />
      {state}
    </>
  );
}

const elsewhereLabel = (names: readonly string[]): string =>
  names.includes("base") ? strings.hintNotes.differsIn(names.join(", ")) : strings.hintNotes.changedIn(names.join(", "));

/** Single-line tag with the environments in which the hint has another value. */
export function ElsewhereTag({ names, id }: { names: readonly string[]; id?: string }) {
  if (names.length === 0) return null;
  return (
    <span className={styles.elsewhere} id={id} data-note="elsewhere">
      <ServerText text={elsewhereLabel(names)} limit={2} />
    </span>
  );
}

type Props = {
  hint: ResolvedHint;
  /** The user is reviewing the tool. */
  isReviewing?: boolean;
  id?: string;
};

export function HintNotes({ hint, isReviewing = false, id }: Props) {
  const suspended = suspendedMessage(hint, isReviewing);
  const { superseded, rule } = hint;
  if (!suspended && !superseded && !rule) return null;
  return (
    <div className={styles.notes} id={id}>
      {suspended ? (
        <p className={styles.suspended} data-note="suspended">
          {suspended}
        </p>
      ) : null}
      {superseded ? <p data-note="overtaken">{strings.hintNotes.superseded[superseded]}</p> : null}
      {rule ? (
        <p data-note="rule">
          {strings.hintNotes.rule} <Selector text={rule} />
        </p>
      ) : null}
    </div>
  );
}

/** True if HintNotes renders anything, for the aria-describedby of a control. */
export const hasNotes = (hint: ResolvedHint): boolean =>
  suspendedEntry(hint) !== null || hint.superseded !== null || hint.rule !== null;
