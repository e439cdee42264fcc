// Brief notice that the call was denied by timeout or settled elsewhere, before the dialog shows the next call.
import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import type { ApprovalView } from "../../backend";
import { AlertAbout, AlertFoot, AlertTitle } from "../../kit/alert-dialog";
import { Button } from "../../kit/button";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import type { EndedApproval } from "./approval-queue";
import { useApprovalQueue } from "./approval-queue";
import { formatMorePending } from "./labels";
import styles from "./approval.module.css";

const VISIBLE_MS = 2_500;

const LABELS: Record<EndedApproval, { title: string; about: string }> = {
  ranOut: { title: "Denied: nobody answered", about: "The time was up before somebody answered. The call was not sent." },
  gone: { title: "Already settled", about: "It was answered elsewhere, ran out, or was taken back meanwhile. Nothing was done from here." },
};

type Props = { approval: ApprovalView; ended: EndedApproval; more: number; leaveRef: RefObject<() => void> };

export function ApprovalEnded({ approval, ended, more, leaveRef }: Props) {
  const goOn = useApprovalQueue((queue) => queue.goOn);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    close.current?.focus({ preventScroll: true });
    leaveRef.current = goOn;
    const timer = setTimeout(goOn, VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [goOn, leaveRef]);
  const { title, about } = LABELS[ended];
  return (
    <>
      <header className={`${styles.head} ${styles.ended}`} data-testid="approval-ended">
        <AlertTitle className={styles.title}>
          <span role="alert">{title}</span>
        </AlertTitle>
        <AlertAbout className={styles.about}>
          <ServerText className={styles.strong} text={clip(approval.title, 160)} limit={6} />. {about}
        </AlertAbout>
      </header>
      <AlertFoot>
        <Button ref={close} onClick={goOn}>
          {more > 0 ? "Next" : "Close"}
        </Button>
        <span data-spacer />
        {more > 0 ? formatMorePending(more) : null}
      </AlertFoot>
    </>
  );
}
