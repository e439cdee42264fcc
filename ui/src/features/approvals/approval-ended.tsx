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
import { strings } from "./strings";
import styles from "./approval.module.css";

const VISIBLE_MS = 2_500;

type Props = { approval: ApprovalView; ended: EndedApproval; more: number; leaveRef: RefObject<() => void> };

export function ApprovalEnded({ approval, ended, more, leaveRef }: Props) {
  const showNext = useApprovalQueue((queue) => queue.showNext);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    close.current?.focus({ preventScroll: true });
    leaveRef.current = showNext;
    const timer = setTimeout(showNext, VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [showNext, leaveRef]);
  const { title, about } = strings.ended.text[ended];
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
        <Button ref={close} onClick={showNext}>
          {more > 0 ? strings.ended.next : strings.ended.close}
        </Button>
        <span data-spacer />
        {more > 0 ? strings.head.more(more) : null}
      </AlertFoot>
    </>
  );
}
