// Notes below a hint: suspended decision, deciding rule, new value of the server. `ElsewhereTag` lists other environments.
import type { ReactNode } from "react";
import type { StaleDecision, ResolvedHint } from "../backend";
import { yesNo } from "./hints";
import { ServerText } from "./server-text";
import { waitingEntry } from "./suspended";
import styles from "./hint-notes.module.css";

const SUPERSEDED_MESSAGE: Record<StaleDecision, string> = {
  redundant: "The server now says the same",
  contradicted: "The server now says the opposite",
};

const Selector = ({ text }: { text: string }) => (
  <code>
    <ServerText text={text} limit={2} />
  </code>
);

function suspendedMessage(hint: ResolvedHint, looking: boolean): ReactNode {
  const waiting = waitingEntry(hint);
  if (!waiting) return null;
  const value = yesNo(hint.suspended === true);
  const suffix = hint.value === hint.suspended ? " anyway" : "";
  const until = looking
    ? ` is suspended until you look. Until then ${yesNo(hint.value)} holds${suffix}.`
    : " waits: the server changed the tool";
  if (waiting.own) return `Your ${value}${until}`;
  if (waiting.entry.rule === null) return `The base’s ${value}${until}`;
  return (
    <>
      The {value} of the rule <Selector text={waiting.entry.rule} />
      {until}
    </>
  );
}

const elsewhereLabel = (names: readonly string[]): string =>
  `${names.includes("base") ? "Another value" : "Changed"} in ${names.join(", ")}`;

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
  looking?: boolean;
  id?: string;
};

export function HintNotes({ hint, looking = false, id }: Props) {
  const waiting = suspendedMessage(hint, looking);
  const { superseded, rule } = hint;
  if (!waiting && !superseded && !rule) return null;
  return (
    <div className={styles.notes} id={id}>
      {waiting ? (
        <p className={styles.suspended} data-note="suspended">
          {waiting}
        </p>
      ) : null}
      {superseded ? <p data-note="overtaken">{SUPERSEDED_MESSAGE[superseded]}</p> : null}
      {rule ? (
        <p data-note="rule">
          By the rule <Selector text={rule} />
        </p>
      ) : null}
    </div>
  );
}

/** True if HintNotes renders anything, for the aria-describedby of a control. */
export const hasNotes = (hint: ResolvedHint): boolean =>
  waitingEntry(hint) !== null || hint.superseded !== null || hint.rule !== null;
