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
import { callOutcome } from "./outcome";
import { strings } from "./strings";
import styles from "./result.module.css";

const text = strings.result;

type Props = {
  report: RunReport;
  /** The tool reaches systems that others control, whatever the report states. */
  openWorld: boolean;
  headRef?: Ref<HTMLHeadingElement>;
};

export function RunResult({ report, openWorld, headRef }: Props) {
  const id = useId();
  const { verdict, outcome, tookMs, error, why, content, structured, violations, raw, command } = report;
  const { label, tone } = callOutcome(report);
  const hasContent = content.length > 0 || structured !== null;
  return (
    <section className={styles.result} aria-labelledby={id} data-testid="run-result">
      <header className={styles.head}>
        <h3 id={id} ref={headRef} tabIndex={-1}>
          {text.title}{" "}
          <span className={styles.outcome} data-tone={tone} data-testid="run-outcome">
            {label}
          </span>
          {tookMs === null ? null : (
            <>
              {" · "}
              <span className={styles.took}>{formatLatency(tookMs)}</span>
            </>
          )}
        </h3>
        {raw === null ? null : <CopyButton worded label={text.copyJson} text={raw} onFailed={couldNotCopy} />}
        <CopyButton worded label={text.copyCommand} text={command} onFailed={couldNotCopy} />
      </header>
      {verdict === "allowed" ? null : (
        <Callout tone="warning">
          {text.notSent} {why === null ? null : <ServerText text={clip(sentence(why), 400)} limit={4} />}
        </Callout>
      )}
      {error === null ? null : (
        <Callout tone="error">
          <ServerText text={clip(sentence(error), 2_000)} limit={10} multiline />
        </Callout>
      )}
      {(openWorld || report.openWorld) && (hasContent || error !== null) ? <UntrustedWarning /> : null}
      {outcome === "toolError" ? <p className={styles.failed}>{text.toolError}</p> : null}
      <ResultContent blocks={content} failed={outcome === "toolError"} />
      {structured === null ? null : (
        <>
          <h4 className={styles.sub}>{text.structured}</h4>
          <TextOrTree text={structured} label={text.structured} />
        </>
      )}
      {violations.length === 0 ? null : (
        <div className={styles.mismatch}>
          <p>{text.schemaMismatch}</p>
          <ViolationLines violations={violations} pointer="" />
        </div>
      )}
      {outcome === "ok" && !hasContent ? <p className={styles.dim}>{text.noContent}</p> : null}
    </section>
  );
}

const UntrustedWarning = () => (
  <div data-testid="run-untrusted">
    <Callout tone="warning">
      <b>{text.untrusted}</b>
      {text.untrustedAbout}
    </Callout>
  </div>
);
