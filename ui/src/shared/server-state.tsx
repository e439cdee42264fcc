// The dot before a server: states differ by shape first, colour second.
import type { ServerState as State } from "../backend";
import styles from "./server-state.module.css";

const WORD: Record<State, string> = { ready: "ready", idle: "idle", connecting: "connecting", failed: "failed" };

export function ServerState({ state }: { state: State }) {
  return <span className={styles.state} data-state={state} role="img" aria-label={WORD[state]} />;
}
