// One call that waits: who asks, for what, with which arguments, what the hints say, and the answers.
import type { RefObject } from "react";
import { useEffect, useId, useRef, useState } from "react";
import type { ApprovalAnswer, ApprovalView } from "../../backend";
import { asBackendError } from "../../backend";
import { AlertBody } from "../../kit/alert-dialog";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { HintSentences } from "../../shared/hint-sentences";
import { ServerText } from "../../shared/server-text";
import { ApprovalArguments } from "./approval-arguments";
import { ApprovalFacts } from "./approval-facts";
import { ApprovalFoot } from "./approval-foot";
import { ApprovalHead } from "./approval-head";
import { NotForThisSession } from "./not-for-this-session";
import { TypedName } from "./typed-name";
import { useAnswer } from "./use-answer";
import { useApprovalPreferences } from "./use-approval-preferences";
import { useGuard } from "./use-guard";
import { actOf } from "./labels";

type Props = { approval: ApprovalView; more: number; stale: boolean; leaveRef: RefObject<() => void> };

export function ApprovalQuestion({ approval, more, stale, leaveRef }: Props) {
  const { mutate, isPending, error } = useAnswer(approval);
  const { confirms, types, known } = useApprovalPreferences();
  const guarded = useGuard();
  const [typed, setTyped] = useState("");
  const deny = useRef<HTMLButtonElement>(null);
  const noSession = useId();
  const isDestructive = approval.behaviour === "destructive";
  const act = isDestructive ? actOf(approval) : null;
  const asksName = isDestructive && types;
  const isNamed = typed === approval.tool || typed === asPlainString(approval.tool);
  const isBusy = guarded || isPending;
  const answer = (given: ApprovalAnswer) => {
    if (!isBusy) mutate(given);
  };
  useEffect(() => deny.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    leaveRef.current = () => answer("deny");
  });
  return (
    <>
      <ApprovalHead approval={approval} more={more} />
      <AlertBody>
        <ApprovalFacts approval={approval} />
        <ApprovalArguments text={approval.arguments} />
        <HintSentences badges={approval.badges} sentences={approval.sentences} />
        {asksName ? <TypedName act={act} tool={approval.tool} value={typed} isRight={isNamed} onType={setTyped} /> : null}
        {isDestructive && confirms ? <NotForThisSession id={noSession} nonce={approval.nonce} /> : null}
        {error && asBackendError(error).code !== "conflict" ? (
          <Callout tone="error">
            It is not answered. <ServerText text={errorMessage(asBackendError(error))} />
          </Callout>
        ) : stale ? (
          <Callout tone="warning">What waits cannot be read, so this may be old.</Callout>
        ) : null}
      </AlertBody>
      <ApprovalFoot
        denyRef={deny}
        busy={isBusy}
        nonce={approval.nonce}
        act={isDestructive ? (act ?? "Run it") : null}
        // What is preferred is not known yet, or the name is not typed.
        once={!isDestructive || (known && (!asksName || isNamed))}
        session={!isDestructive || (known && !confirms && (!asksName || isNamed))}
        whyNoSession={isDestructive && confirms ? noSession : undefined}
        onAnswer={answer}
      />
    </>
  );
}
