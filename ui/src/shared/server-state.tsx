// Status icon of a server. The states differ in shape, not only in colour (WCAG 1.4.1).
import type { ServerState as State } from "../backend";
import { strings } from "./strings";
import styles from "./server-state.module.css";

export const STATE_WORD: Record<State, string> = strings.serverStates;

/** `silent`: hidden from screen readers, where the label is visible beside the icon. */
export function ServerState({ state, silent = false }: { state: State; silent?: boolean }) {
  const name = silent ? { "aria-hidden": true } : { role: "img", "aria-label": STATE_WORD[state] };
  return <span className={styles.state} data-state={state} {...name} />;
}
