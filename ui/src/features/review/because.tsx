// Reason for an inferred hint, as a sentence: the strongest signal and its certainty. A tooltip lists the other signals.
import type { LayerEntry, SignalView } from "../../backend";
import { LinkButton } from "../../kit/button";
import { Tooltip } from "../../kit/tooltip";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { clip } from "../../shared/clip";
import { sentence } from "../../shared/error-message";
import { Reason } from "../../shared/reason";
import { formatAnswer } from "../../shared/hints";
import styles from "./because.module.css";

const MOST = 8;

export function Because({ inference, hint }: { inference: LayerEntry | undefined; hint: string }) {
  const signals = inference?.signals ?? [];
  const [first, ...others] = signals;
  if (!first || !inference || inference.value === null) {
    return (
      <>
        Nothing in its words says. <Others signals={signals} hint={hint} />
      </>
    );
  }
  return (
    <>
      <Reason text={sentence(clip(first.reason, 200))} />. {sentence(first.certainty)}.{" "}
      <Others signals={others} hint={hint} />
    </>
  );
}

function Others({ signals, hint }: { signals: readonly SignalView[]; hint: string }) {
  if (signals.length === 0) return null;
  return (
    <Tooltip
      wide
      trigger={
        <LinkButton className={styles.also}>
          {`also ${signals.length} more `}
          <VisuallyHidden>{`for ${hint}`}</VisuallyHidden>
        </LinkButton>
      }
    >
      <ul className={styles.signals}>
        {signals.slice(0, MOST).map((signal, index) => (
          <li key={index}>
            <b>{sentence(formatAnswer(signal.value))}</b> <Reason text={clip(signal.reason, 200)} />; {signal.certainty}{" "}
            <code>{signal.rule}</code>
          </li>
        ))}
        {signals.length > MOST ? <li>and {counted(signals.length - MOST, "more sign")}</li> : null}
      </ul>
    </Tooltip>
  );
}
