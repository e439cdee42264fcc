// Inference of a hint: the strongest reasons for and against its value, and the action that marks the value as wrong.
import type { HintGuess, SignalView } from "../backend";
import { LinkButton } from "../kit/button";
import { formatAnswer } from "./hints";
import { Reason } from "./reason";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./guess-reasons.module.css";

type Props = {
  guess: HintGuess;
  /** Label of the hint. */
  hint: string;
  /** Marks the value as wrong, or removes the mark. Absent: the store is read-only. */
  onMark?: (wrong: boolean) => void;
};

export function GuessReasons({ guess, hint, onMark }: Props) {
  const { value, supporting, opposing, wrong } = guess;
  if (supporting.length === 0 && opposing.length === 0) return strings.layerStack.noValue;
  return (
    <>
      <Reasons title={strings.guess.supporting(value)} signals={supporting} />
      <Reasons title={strings.guess.opposing} signals={opposing} />
      {value === null || !onMark ? null : (
        <span className={styles.mark}>
          {wrong ? <span>{strings.guess.wrong} </span> : null}
          <LinkButton aria-label={strings.guess.markLabel(hint, wrong)} onClick={() => onMark(!wrong)}>
            {strings.guess.mark(wrong)}
          </LinkButton>
        </span>
      )}
    </>
  );
}

function Reasons({ title, signals }: { title: string; signals: readonly SignalView[] }) {
  return signals.map(({ rule, reason, certainty, value }, index) => (
    <span key={index} className={styles.signal}>
      <b>{title}</b>: <Reason text={reason} />; {value === null ? `${formatAnswer(value)}, ` : ""}
      {certainty} (
      <code>
        <ServerText text={rule} limit={1} />
      </code>
      )
    </span>
  ));
}
