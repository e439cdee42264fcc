// Approval dialog: it stays open while its content changes from one pending call to the next.
import { useRef } from "react";
import type { ApprovalView } from "../../backend";
import { AlertDialog } from "../../kit/alert-dialog";
import { ApprovalEnded } from "./approval-ended";
import { ApprovalQuestion } from "./approval-question";
import type { EndedApproval } from "./approval-queue";

type Props = {
  approval: ApprovalView;
  ended: EndedApproval | null;
  /** Number of other pending approvals. */
  more: number;
  /** The last refetch of the pending approvals failed, so this one may be outdated. */
  stale: boolean;
};

export function ApprovalDialog({ approval, ended, more, stale }: Props) {
  /** Action of Escape and Enter for the current content. */
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
