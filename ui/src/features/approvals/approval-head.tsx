// Header of the approval dialog: tool, client, and the remaining time as a bar and as text.
import { Clock } from "lucide-react";
import type { ApprovalView } from "../../backend";
import { AlertAbout, AlertTitle } from "../../kit/alert-dialog";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { strings } from "./strings";
import styles from "./approval.module.css";

const text = strings.head;

/** From this remaining time on, a status message announces once that time is short. */
const WARNING_SECONDS = 10;

type Props = { approval: ApprovalView; more: number };

export function ApprovalHead({ approval, more }: Props) {
  const { title, secondsLeft, secondsInAll } = approval;
  const fraction = secondsInAll > 0 ? Math.min(1, Math.max(0, secondsLeft / secondsInAll)) : 0;
  return (
    <>
      <div className={styles.countdown} aria-hidden="true">
        <i style={{ transform: `scaleX(${fraction})` }} />
      </div>
      <header className={styles.head}>
        <AlertTitle className={styles.title}>
          <ServerText text={clip(title, 160)} limit={6} />?
        </AlertTitle>
        <span className={styles.timer} role="timer">
          <Clock size={12} strokeWidth={2.25} aria-hidden="true" />
          {text.deniedIn(secondsLeft)}
        </span>
        <AlertAbout className={styles.about}>
          <Requester approval={approval} />
        </AlertAbout>
        {more > 0 ? (
          <span className={styles.more} data-testid="more-wait">
            {text.more(more)}
          </span>
        ) : null}
        <VisuallyHidden>
          <span role="status">{secondsLeft <= WARNING_SECONDS ? text.warning(WARNING_SECONDS) : ""}</span>
        </VisuallyHidden>
      </header>
    </>
  );
}

function Requester({ approval: { client, origin } }: { approval: ApprovalView }) {
  const name =
    origin === "window" ? (
      text.desktopApp
    ) : client === null ? (
      <b>{text.unnamedClient}</b>
    ) : (
      <ServerText className={styles.strong} text={clip(client, 120)} limit={4} />
    );
  return (
    <>
      {name} {text.requests[origin]}
    </>
  );
}
