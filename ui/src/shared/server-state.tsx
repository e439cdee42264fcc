// The dot before a server: states differ by shape first, colour second.
import type { ServerState as State } from "../backend";
import styles from "./server-state.module.css";

export const STATE_WORD: Record<State, string> = {
  off: "Off",
  idle: "Not read yet",
  connecting: "Connecting…",
  ready: "Ready",
  needsSignIn: "Needs sign-in",
  failed: "Failed",
};

export function ServerState({ state }: { state: State }) {
  return <span className={styles.state} data-state={state} role="img" aria-label={STATE_WORD[state]} />;
}
