// Content of the approval dialog for one pending call: client, tool, arguments, hints, and the answer buttons.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useEffect, useId, useRef, useState } from "react";
import type { ApprovalAnswer, ApprovalView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { AlertBody } from "../../kit/alert-dialog";
import { LinkButton } from "../../kit/button";
import { Callout } from "../../shared/callout";
import { errorMessage } from "../../shared/error-message";
import { asPlainString } from "../../shared/hidden-characters";
import { HintSentences } from "../../shared/hint-sentences";
import { useNavigation } from "../../shared/navigation";
import { ServerText } from "../../shared/server-text";
import { ApprovalArguments } from "./approval-arguments";
import { ApprovalFacts } from "./approval-facts";
import { ApprovalFoot } from "./approval-foot";
import { ApprovalHead } from "./approval-head";
import { useApprovalQueue } from "./approval-queue";
import { approvalsQuery } from "./queries";
import { TypedName } from "./typed-name";
import { useApprovalPreferences } from "./use-approval-preferences";
import { buttonVerb } from "./button-verb";
import { strings } from "./strings";
import styles from "./approval.module.css";

const GUARD_MS = 500;

/** True for a moment after the first render, so that a click aimed at the content below cannot allow a call. */
function useGuard(): boolean {
  const [guarded, setGuarded] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(false), GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return guarded;
}

/** A conflict is not an error: the call was answered elsewhere or timed out, and the queue moves on to the next one. */
function useAnswer({ id, nonce }: ApprovalView) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: ApprovalAnswer) => backend.answerApproval({ id, nonce, answer }),
    onSuccess: () => useApprovalQueue.getState().markAnswered(nonce),
    onError: (error) => {
      if (asBackendError(error).code === "conflict") useApprovalQueue.getState().markSettled(nonce);
    },
    onSettled: () => client.invalidateQueries({ queryKey: approvalsQuery.queryKey }),
  });
}

type Props = { approval: ApprovalView; more: number; stale: boolean; leaveRef: RefObject<() => void> };

export function ApprovalQuestion({ approval, more, stale, leaveRef }: Props) {
  const { mutate, isPending, error } = useAnswer(approval);
  const { requiresTypedName, known } = useApprovalPreferences();
  const guarded = useGuard();
  const [typed, setTyped] = useState("");
  const deny = useRef<HTMLButtonElement>(null);
  const noSession = useId();
  const isDestructive = approval.behaviour === "destructive";
  const verb = isDestructive ? buttonVerb(approval) : null;
  const requiresName = isDestructive && requiresTypedName;
  const nameMatches = typed === approval.tool || typed === asPlainString(approval.tool);
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
        <ApprovalArguments json={approval.arguments} />
        <HintSentences badges={approval.badges} sentences={approval.sentences} />
        {requiresName ? <TypedName verb={verb} tool={approval.tool} value={typed} matches={nameMatches} onType={setTyped} /> : null}
        {approval.offersSession ? null : <SessionDisabledNote id={noSession} nonce={approval.nonce} />}
        {error && asBackendError(error).code !== "conflict" ? (
          <Callout tone="error">
            {strings.answer.notSent} <ServerText text={errorMessage(asBackendError(error))} />
          </Callout>
        ) : stale ? (
          <Callout tone="warning">{strings.answer.outdated}</Callout>
        ) : null}
      </AlertBody>
      <ApprovalFoot
        denyRef={deny}
        busy={isBusy}
        nonce={approval.nonce}
        destructive={isDestructive}
        verb={verb}
        // Disabled until the preferences are loaded and, if required, the name is typed.
        once={!isDestructive || (known && (!requiresName || nameMatches))}
        session={approval.offersSession && (!isDestructive || (known && (!requiresName || nameMatches)))}
        whyNoSession={approval.offersSession ? undefined : noSession}
        onAnswer={answer}
      />
    </>
  );
}

/** Explains why the call cannot be allowed for the session, with a link to the preferences. */
function SessionDisabledNote({ id, nonce }: { id: string; nonce: string }) {
  return (
    <p className={styles.note}>
      <span id={id}>{strings.answer.sessionDisabled}</span>{" "}
      <LinkButton
        onClick={() => {
          useApprovalQueue.getState().setAside(nonce);
          useNavigation.getState().showPreferences();
        }}
      >
        {strings.answer.preferences}
      </LinkButton>
    </p>
  );
}
