// Answers the call that is shown. One that was answered elsewhere or ran out meanwhile is no fault: the next one comes.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApprovalAnswer, ApprovalView } from "../../backend";
import { asBackendError, backend } from "../../backend";
import { useApprovalQueue } from "./approval-queue";
import { approvalsQuery } from "./queries";

export function useAnswer({ id, nonce }: ApprovalView) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: ApprovalAnswer) => backend.answerApproval({ id, nonce, answer }),
    onSuccess: () => useApprovalQueue.getState().done(nonce),
    onError: (error) => {
      if (asBackendError(error).code === "conflict") useApprovalQueue.getState().tooLate(nonce);
    },
    onSettled: () => client.invalidateQueries({ queryKey: approvalsQuery.queryKey }),
  });
}
