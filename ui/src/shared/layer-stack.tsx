// What every layer says about one value, strongest first; opened from "Why?".
import type { LayerEntry } from "../backend";
import { VisuallyHidden } from "../kit/visually-hidden";
import { LAYER_LABEL, LAYER_MARK } from "./hints";
import { Mark } from "./mark";
import { Reason } from "./reason";
import { ServerText } from "./server-text";
import styles from "./layer-stack.module.css";

export function LayerStack({ stack }: { stack: readonly LayerEntry[] }) {
  return (
    <ol className={styles.stack}>
      {stack.map((entry) => {
        const state = entry.wins ? "won" : entry.value === null ? "silent" : "lost";
        return (
          <li key={entry.layer} className={styles.entry} data-state={state}>
            <Mark mark={entry.value === null ? "none" : LAYER_MARK[entry.layer]} />
            <span>{LAYER_LABEL[entry.layer]}</span>
            {entry.value === null ? (
              <span>–</span>
            ) : (
              <span className={styles.value}>
                <ServerText text={entry.value} />
                <VisuallyHidden>{entry.wins ? ", holds" : ", overruled"}</VisuallyHidden>
              </span>
            )}
            <span>{entry.detail ? <Reason text={entry.detail} /> : entry.value === null ? "none" : null}</span>
          </li>
        );
      })}
    </ol>
  );
}
