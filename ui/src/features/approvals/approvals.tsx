// Approval dialog for the pending calls, one after the other, above every view; the window title shows their number.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApprovalDialog } from "./approval-dialog";
import { useApprovalQueue } from "./approval-queue";
import { approvalsQuery } from "./queries";

const COUNT = /^\(\d+\) /;

export function Approvals() {
  const { data, dataUpdatedAt, error } = useQuery(approvalsQuery);
  const update = useApprovalQueue((queue) => queue.update);
  const count = useApprovalQueue((queue) => queue.pending.length);
  const current = useApprovalQueue((queue) => queue.current);
  const ended = useApprovalQueue((queue) => queue.ended);
  useEffect(() => {
    if (data) update(data, dataUpdatedAt);
  }, [data, dataUpdatedAt, update]);
  useEffect(() => {
    const bare = document.title.replace(COUNT, "");
    document.title = count > 0 ? `(${count}) ${bare}` : bare;
  }, [count]);
  if (!current) return null;
  const isPending = ended === null;
  return <ApprovalDialog approval={current} ended={ended} more={count - (isPending ? 1 : 0)} stale={error !== null} />;
}
