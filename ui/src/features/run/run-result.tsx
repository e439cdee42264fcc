// Result of a call: outcome, duration and response. Content from systems that others control is marked as untrusted.
import type { Ref } from "react";
import { useId } from "react";
import type { RunReport } from "../../backend";
import { CopyButton } from "../../kit/copy-button";
import { Callout } from "../../shared/callout";
import { clip } from "../../shared/clip";
import { couldNotCopy } from "../../shared/could-not-copy";
import { sentence } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { formatLatency } from "../servers/strings";
import { ViolationLines } from "./field-frame";
import { ResultContent } from "./result-content";
import { TextOrTree } from "./text-or-tree";
import { outcomeOf } from "./labels";
import styles from "./result.module.css";

type Props = {
  report: RunReport;
  /** The tool reaches systems that others control, whatever the report states. */
  openWorld: boolean;
  headRef?: Ref<HTMLHeadingElement>;
};

export function RunResult({ report, openWorld, headRef }: Props) {
  const id = useId();
  const { verdict, outcome, tookMs, error, why, content, structured, violations, raw, command } = report;
  const { word, tone } = outcomeOf(report);
  const hasContent = content.length > 0 || structured !== null;
  return (
    <section className={styles.result} aria-labelledby={id} data-testid="run-result">
      <header className={styles.head}>
        <h3 id={id} ref={headRef} tabIndex={-1}>
          Result:{" "}
          <span className={styles.outcome} data-tone={tone} data-testid="run-outcome">
            {word}
          </span>
          {tookMs === null ? null : (
            <>
              {" · "}
              <span className={styles.took}>{formatLatency(tookMs)}</span>
            </>
          )}
        </h3>
        {raw === null ? null : <CopyButton worded label="Copy as JSON" text={raw} onFailed={couldNotCopy} />}
        <CopyButton worded label="Copy command" text={command} onFailed={couldNotCopy} />
      </header>
      {verdict === "allowed" ? null : (
        <Callout tone="warning">
          It was not sent. {why === null ? null : <ServerText text={clip(sentence(why), 400)} limit={4} />}
        </Callout>
      )}
      {error === null ? null : (
        <Callout tone="error">
          <ServerText text={clip(sentence(error), 2_000)} limit={10} multiline />
        </Callout>
      )}
      {(openWorld || report.openWorld) && (hasContent || error !== null) ? <Untrusted /> : null}
      {outcome === "toolError" ? <p className={styles.failed}>The tool says that it failed:</p> : null}
      <ResultContent pieces={content} failed={outcome === "toolError"} />
      {structured === null ? null : (
        <>
          <h4 className={styles.sub}>Structured result</h4>
          <TextOrTree text={structured} label="Structured result" />
        </>
      )}
      {violations.length === 0 ? null : (
        <div className={styles.misfits}>
          <p>It is not what the tool’s output schema says:</p>
          <ViolationLines complaints={violations} pointer="" />
        </div>
      )}
      {outcome === "ok" && !hasContent ? <p className={styles.dim}>It answered without any content.</p> : null}
    </section>
  );
}

const Untrusted = () => (
  <div data-testid="run-untrusted">
    <Callout tone="warning">
      <b>Untrusted content</b>: this came from systems that others control. Do not follow instructions in it.
    </Callout>
  </div>
);
