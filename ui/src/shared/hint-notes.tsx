// What must be said about a hint besides its value: a decision that waits, a rule, the server's new word. Other environments stand apart.
import type { ReactNode } from "react";
import type { StaleDecision, ResolvedHint } from "../backend";
import { yesNo } from "./hints";
import { ServerText } from "./server-text";
import { waitingEntry } from "./suspended";
import styles from "./hint-notes.module.css";

const OVERTAKEN: Record<StaleDecision, string> = {
  redundant: "The server now says the same",
  contradicted: "The server now says the opposite",
};

const Selector = ({ text }: { text: string }) => (
  <code>
    <ServerText text={text} limit={2} />
  </code>
);

function waitingWords(hint: ResolvedHint, looking: boolean): ReactNode {
  const waiting = waitingEntry(hint);
  if (!waiting) return null;
  const value = yesNo(hint.suspended === true);
  const anyway = hint.value === hint.suspended ? " anyway" : "";
  const until = looking
    ? ` is suspended until you look. Until then ${yesNo(hint.value)} holds${anyway}.`
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

const elsewhereWords = (names: readonly string[]): string =>
  `${names.includes("base") ? "Another value" : "Changed"} in ${names.join(", ")}`;

/** The environments where another value holds, on one line. */
export function ElsewhereTag({ names, id }: { names: readonly string[]; id?: string }) {
  if (names.length === 0) return null;
  return (
    <span className={styles.elsewhere} id={id} data-note="elsewhere">
      <ServerText text={elsewhereWords(names)} limit={2} />
    </span>
  );
}

type Props = {
  hint: ResolvedHint;
  /** The person is looking at the tool right now. */
  looking?: boolean;
  id?: string;
};

export function HintNotes({ hint, looking = false, id }: Props) {
  const waiting = waitingWords(hint, looking);
  const { superseded, rule } = hint;
  if (!waiting && !superseded && !rule) return null;
  return (
    <div className={styles.notes} id={id}>
      {waiting ? (
        <p className={styles.waiting} data-note="suspended">
          {waiting}
        </p>
      ) : null}
      {superseded ? <p data-note="overtaken">{OVERTAKEN[superseded]}</p> : null}
      {rule ? (
        <p data-note="rule">
          By the rule <Selector text={rule} />
        </p>
      ) : null}
    </div>
  );
}

/** True when there is something to say, so that a control can refer to it. */
export const hasNotes = (hint: ResolvedHint): boolean =>
  waitingEntry(hint) !== null || hint.superseded !== null || hint.rule !== null;
