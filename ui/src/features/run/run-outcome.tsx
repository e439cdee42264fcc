// Right column: progress, result, or empty state. The focus moves to the heading when a call has ended.
import { useEffect, useRef } from "react";
import { asBackendError } from "../../backend";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { RunProgressView } from "./run-progress";
import { RunResult } from "./run-result";
import { strings } from "./strings";
import { TwiceResult } from "./twice-result";
import type { Ended, Running } from "./use-run";
import styles from "./result.module.css";

type Props = {
  running: Running | null;
  ended: Ended | null;
  /** The user tried to close the dialog while the call runs. */
  isHeld: boolean;
  /** The tool reaches systems that others control. */
  openWorld: boolean;
};

export function RunOutcome({ running, ended, isHeld, openWorld }: Props) {
  if (running) return <RunProgressView key={running.run} running={running} isHeld={isHeld} />;
  if (ended) return <EndedView key={ended.run} ended={ended} openWorld={openWorld} />;
  return <p className={styles.dim}>{strings.result.empty}</p>;
}

function EndedView({ ended, openWorld }: Pick<Props, "openWorld"> & { ended: Ended }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    head.current?.focus();
    // In the one-column layout the heading may be far down.
    head.current?.scrollIntoView({ block: "start" });
  }, []);
  if (ended.kind === "once") return <RunResult report={ended.report} openWorld={openWorld} headRef={head} />;
  if (ended.kind === "twice") return <TwiceResult report={ended.report} openWorld={openWorld} headRef={head} />;
  return (
    <section className={styles.result} data-testid="run-result">
      <h3 className={styles.sub} ref={head} tabIndex={-1} data-testid="run-outcome">
        {strings.result.failed}
      </h3>
      <Callout tone="error">
        <ServerText text={errorMessage(asBackendError(ended.error))} />
      </Callout>
    </section>
  );
}
