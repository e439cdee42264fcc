// Reason for an inferred hint, as a sentence: the strongest signal and its certainty. A tooltip lists the other signals.
import type { LayerEntry, SignalView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { Tooltip } from "../../kit/tooltip";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { Reason } from "../../shared/reason";
import { formatAnswer } from "../../shared/hints";
import { strings } from "./strings";
import styles from "./inference-reason.module.css";

const MAX_SIGNALS = 8;

export function InferenceReason({ inference, hint }: { inference: LayerEntry | undefined; hint: string }) {
  const signals = inference?.signals ?? [];
  const [first, ...others] = signals;
  if (!first || !inference || inference.value === null) {
    return (
      <>
        {strings.signals.noValue} <SignalList signals={signals} label={strings.signals.count(signals.length)} hint={hint} />
      </>
    );
  }
  return (
    <>
      <Reason text={sentence(clip(first.reason, 200))} />. {sentence(first.certainty)}.{" "}
      <SignalList signals={others} label={strings.signals.more(others.length)} hint={hint} />
    </>
  );
}

type ListProps = { signals: readonly SignalView[]; label: string; hint: string };

function SignalList({ signals, label, hint }: ListProps) {
  if (signals.length === 0) return null;
  return (
    <Tooltip
      wide
      trigger={
        <LinkButton className={styles.more}>
          {label} <VisuallyHidden>{strings.signals.forHint(hint)}</VisuallyHidden>
        </LinkButton>
      }
    >
      <ul className={styles.signals}>
        {signals.slice(0, MAX_SIGNALS).map((signal, index) => (
          <li key={index}>
            <b>{sentence(formatAnswer(signal.value))}</b>: <Reason text={clip(signal.reason, 200)} /> ({signal.certainty}){" "}
            <code>{signal.rule}</code>
          </li>
        ))}
        {signals.length > MAX_SIGNALS ? <li>{strings.signals.unlisted(signals.length - MAX_SIGNALS)}</li> : null}
      </ul>
    </Tooltip>
  );
}
