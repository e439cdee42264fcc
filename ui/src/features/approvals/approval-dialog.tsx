// The dialog of one call after the other: it stays, what it asks changes.
import { useRef } from "react";
import type { ApprovalView } from "../../backend";
import { AlertDialog } from "../../kit/alert-dialog";
import { ApprovalEnded } from "./approval-ended";
import { ApprovalQuestion } from "./approval-question";
import type { EndedApproval } from "./approval-queue";

type Props = {
  approval: ApprovalView;
  ended: EndedApproval | null;
  /** How many wait besides it. */
  more: number;
  /** What waits could not be read any more. */
  stale: boolean;
};

export function ApprovalDialog({ approval, ended, more, stale }: Props) {
  /** What Escape and Enter do now. */
  const leaveRef = useRef<() => void>(() => undefined);
  return (
    <AlertDialog testId="approval" onDefault={() => leaveRef.current()}>
      {ended ? (
        <ApprovalEnded key={`${approval.nonce} ${ended}`} approval={approval} ended={ended} more={more} leaveRef={leaveRef} />
      ) : (
        <ApprovalQuestion key={approval.nonce} approval={approval} more={more} stale={stale} leaveRef={leaveRef} />
      )}
    </AlertDialog>
  );
}
