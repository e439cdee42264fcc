// Answer buttons. Deny comes first and has the default key; a key press meant for something else can never allow a call.
import type { RefObject } from "react";
import type { ApprovalAnswer } from "../../backend";
import { AlertFoot } from "../../kit/alert-dialog";
import { Button } from "../../kit/button";
import { Kbd } from "../../kit/kbd";
import { notifyDoneAnd } from "../../shared/notify";
import { useApprovalQueue } from "./approval-queue";
import { strings } from "./strings";

const text = strings.answer;

type Props = {
  denyRef: RefObject<HTMLButtonElement | null>;
  /** Disables all buttons: during the initial guard delay, and while an answer is being sent. */
  busy: boolean;
  nonce: string;
  destructive: boolean;
  /** Verb on the button of a destructive call. */
  verb: string | null;
  once: boolean;
  session: boolean;
  whyNoSession: string | undefined;
  onAnswer: (answer: ApprovalAnswer) => void;
};

export function ApprovalFoot({ denyRef, busy, nonce, destructive, verb, once, session, whyNoSession, onAnswer }: Props) {
  const disabledProps = (allowed: boolean) => (busy || !allowed ? { "aria-disabled": true as const } : {});
  const answerHandler = (answer: ApprovalAnswer, allowed = true) => () => {
    if (allowed) onAnswer(answer);
  };
  return (
    <AlertFoot>
      <Button ref={denyRef} data-testid="deny" onClick={answerHandler("deny")} {...disabledProps(true)}>
        {text.deny} <Kbd>↵</Kbd>
      </Button>
      <Button look="quiet" data-testid="set-aside" onClick={() => busy || setAside(nonce)} {...disabledProps(true)}>
        {text.setAside}
      </Button>
      <span data-spacer />
      <Button
        data-testid="allow-session"
        aria-describedby={whyNoSession}
        onClick={answerHandler("session", session)}
        {...disabledProps(session)}
      >
        {text.allowSession}
      </Button>
      <Button
        look={destructive ? "danger" : "primary"}
        data-testid="allow-once"
        onClick={answerHandler("once", once)}
        {...disabledProps(once)}
      >
        {destructive ? text.runOnce(verb) : text.allowOnce}
      </Button>
    </AlertFoot>
  );
}

/** Hides the call without answering it, so that the user can check something first. */
function setAside(nonce: string): void {
  const queue = useApprovalQueue.getState();
  queue.setAside(nonce);
  notifyDoneAnd(strings.setAside.done, { label: strings.setAside.answer, run: () => queue.show(nonce) });
}
