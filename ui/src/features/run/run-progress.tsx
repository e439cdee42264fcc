// Progress of a running call: stage, progress bar, elapsed time and message.
import { useEffect, useRef, useState } from "react";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import type { Running } from "./use-run";
import { formatElapsed, strings } from "./strings";
import styles from "./result.module.css";

const text = strings.progress;

const TICK = 250;

function useElapsed(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now - since;
}

/** Between 0 and 1; null if the server reports no progress or an invalid total. */
function fractionOf({ progress }: Running): number | null {
  if (!progress || progress.progress === null || progress.total === null || !(progress.total > 0)) return null;
  return Math.min(1, Math.max(0, progress.progress / progress.total));
}

type Props = {
  running: Running;
  /** The user tried to close the dialog. */
  isHeld: boolean;
};

export function RunProgressView({ running, isHeld }: Props) {
  const elapsed = useElapsed(running.since);
  const fraction = fractionOf(running);
  const { progress } = running;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <section ref={section} className={styles.progress} aria-label={text.label} data-testid="run-progress">
      <div className={styles.stage}>
        <p role="status" aria-live="polite">
          {running.cancelling ? text.cancelling : progress ? text.stages[progress.stage] : text.starting}
          {isHeld ? text.held : ""}
        </p>
        <span className={styles.elapsed} role="timer">
          {formatElapsed(elapsed)}
        </span>
      </div>
      {fraction === null ? null : <progress className={styles.bar} aria-label={text.bar} value={fraction} max={1} />}
      {progress?.message ? (
        <p className={styles.dim}>
          <ServerText text={clip(progress.message, 300)} limit={4} />
        </p>
      ) : null}
    </section>
  );
}
