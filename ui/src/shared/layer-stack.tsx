// What every layer says about one value, strongest first; opened from "Why?".
import type { LayerEntry } from "../backend";
import { VisuallyHidden } from "../kit/visually-hidden";
import { LAYER_LABEL, LAYER_MARK } from "./hints";
import { Mark } from "./mark";
import { Reason } from "./reason";
import { ServerText } from "./server-text";
import styles from "./layer-stack.module.css";

function stateOf({ wins, value, suspended }: LayerEntry): "won" | "silent" | "waits" | "lost" {
  if (wins) return "won";
  if (value === null) return "silent";
  return suspended ? "waits" : "lost";
}

const HEARD = { won: ", holds", silent: "", waits: ", suspended", lost: ", overruled" } as const;

/** A layer may say something twice: about the very tool, and by a rule. */
export function LayerStack({ stack }: { stack: readonly LayerEntry[] }) {
  return (
    <ol className={styles.stack}>
      {stack.map((entry, index) => {
        const state = stateOf(entry);
        return (
          <li key={index} className={styles.entry} data-state={state}>
            <Mark mark={entry.value === null ? "none" : LAYER_MARK[entry.layer]} />
            <span>{LAYER_LABEL[entry.layer]}</span>
            {entry.value === null ? (
              <span>–</span>
            ) : (
              <span className={styles.value}>
                <ServerText text={entry.value} />
                <VisuallyHidden>{HEARD[state]}</VisuallyHidden>
              </span>
            )}
            <span className={styles.detail}>
              <span>{entry.detail ? <Reason text={entry.detail} /> : entry.value === null ? "none" : null}</span>
              {entry.rule === null ? null : (
                <code>
                  <ServerText text={entry.rule} limit={2} />
                </code>
              )}
              {entry.suspended ? <span>Suspended until somebody looks at the changed tool</span> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
