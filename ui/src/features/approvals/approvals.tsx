// Approval dialog for the pending calls, one after the other, above every view; the window title shows their number.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApprovalDialog } from "./approval-dialog";
import { useApprovalQueue } from "./approval-queue";
import { approvalsQuery } from "./queries";

const COUNT = /^\(\d+\) /;

export function Approvals() {
  const { data, dataUpdatedAt, error } = useQuery(approvalsQuery);
  const see = useApprovalQueue((queue) => queue.see);
  const count = useApprovalQueue((queue) => queue.waiting.length);
  const shown = useApprovalQueue((queue) => queue.shown);
  const ended = useApprovalQueue((queue) => queue.ended);
  useEffect(() => {
    if (data) see(data, dataUpdatedAt);
  }, [data, dataUpdatedAt, see]);
  useEffect(() => {
    const bare = document.title.replace(COUNT, "");
    document.title = count > 0 ? `(${count}) ${bare}` : bare;
  }, [count]);
  if (!shown) return null;
  const isWaiting = ended === null;
  return <ApprovalDialog approval={shown} ended={ended} more={count - (isWaiting ? 1 : 0)} stale={error !== null} />;
}
