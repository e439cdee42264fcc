// Layer stack of a value ("Why?"): the value of each layer, highest precedence first.
import type { HintGuess, LayerEntry } from "../backend";
import { VisuallyHidden } from "../kit/visually-hidden";
import { GuessReasons } from "./guess-reasons";
import { LAYER_LABEL, LAYER_MARK } from "./hints";
import { Mark } from "./mark";
import { Reason } from "./reason";
import { ServerText } from "./server-text";
import { strings } from "./strings";
import styles from "./layer-stack.module.css";

function stateOf({ wins, value, suspended }: LayerEntry): "won" | "silent" | "waits" | "lost" {
  if (wins) return "won";
  if (value === null) return "silent";
  return suspended ? "waits" : "lost";
}

type Props = {
  stack: readonly LayerEntry[];
  /** Selected environment; null: base. */
  environment?: string | null;
  /** Label and inference of a hint. */
  hint: string;
  guess: HintGuess;
  onMark?: (wrong: boolean) => void;
};

/** A layer can have two entries: one for the tool itself and one from a rule. */
export function LayerStack({ stack, environment = null, hint, guess, onMark }: Props) {
  return (
    <ol className={styles.stack}>
      {stack.map((entry, index) => {
        const state = stateOf(entry);
        return (
          <li key={index} className={styles.entry} data-state={state}>
            <Mark mark={entry.value === null ? "none" : LAYER_MARK[entry.layer]} />
            {entry.layer === "environment" && environment !== null ? (
              <ServerText text={strings.layerStack.decisionIn(environment)} limit={2} />
            ) : (
              <span>{LAYER_LABEL[entry.layer]}</span>
            )}
            {entry.value === null ? (
              <span>–</span>
            ) : (
              <span className={styles.value}>
                <ServerText text={entry.value} />
                <VisuallyHidden>{strings.layerStack.states[state]}</VisuallyHidden>
              </span>
            )}
            <span className={styles.detail}>
              {entry.layer === "inferred" ? (
                <GuessReasons guess={guess} hint={hint} {...(onMark ? { onMark } : {})} />
              ) : (
                <span>{entry.detail ? <Reason text={entry.detail} /> : entry.value === null ? strings.layerStack.noValue : null}</span>
              )}
              {entry.rule === null ? null : (
                <code>
                  <ServerText text={entry.rule} limit={2} />
                </code>
              )}
              {entry.suspended ? <span>{strings.layerStack.suspended}</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
