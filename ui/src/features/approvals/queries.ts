// Polled query of the pending approvals: other processes create them, and no event notifies the window.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";

const POLL_MS = 500;

export const approvalsQuery = queryOptions({
  queryKey: ["approvals"],
  queryFn: () => backend.approvals(),
  staleTime: 0,
  refetchInterval: POLL_MS,
  // A hidden window is the one in which the user would miss a call.
  refetchIntervalInBackground: true,
});
