// The answers. Deny comes first and has the default key; what allows is never pressed by a key that was meant for something else.
import type { RefObject } from "react";
import type { ApprovalAnswer } from "../../backend";
import { AlertFoot } from "../../kit/alert-dialog";
import { Button } from "../../kit/button";
import { Kbd } from "../../kit/kbd";
import { notifyDoneAnd } from "../../shared/notify";
import { useApprovalQueue } from "./approval-queue";

type Props = {
  denyRef: RefObject<HTMLButtonElement | null>;
  /** Nothing can be pressed yet, or any more. */
  busy: boolean;
  nonce: string;
  /** What a destructive call does, in a word. */
  act: string | null;
  once: boolean;
  session: boolean;
  whyNoSession: string | undefined;
  onAnswer: (answer: ApprovalAnswer) => void;
};

export function ApprovalFoot({ denyRef, busy, nonce, act, once, session, whyNoSession, onAnswer }: Props) {
  const off = (may: boolean) => (busy || !may ? { "aria-disabled": true as const } : {});
  const give = (answer: ApprovalAnswer, may = true) => () => {
    if (may) onAnswer(answer);
  };
  return (
    <AlertFoot>
      <Button ref={denyRef} data-testid="deny" onClick={give("deny")} {...off(true)}>
        Deny <Kbd>↵</Kbd>
      </Button>
      <Button look="quiet" data-testid="set-aside" onClick={() => busy || setAside(nonce)} {...off(true)}>
        Set aside
      </Button>
      <span data-spacer />
      <Button data-testid="allow-session" aria-describedby={whyNoSession} onClick={give("session", session)} {...off(session)}>
        Allow for this session
      </Button>
      <Button look={act === null ? "primary" : "danger"} data-testid="allow-once" onClick={give("once", once)} {...off(once)}>
        {act === null ? "Allow once" : `${act} once`}
      </Button>
    </AlertFoot>
  );
}

/** Out of the way, to look at something first. */
function setAside(nonce: string): void {
  const { setAside: put, bring } = useApprovalQueue.getState();
  put(nonce);
  notifyDoneAnd("It waits on, and is denied when its time is up", { label: "Answer…", run: () => bring(nonce) });
}
