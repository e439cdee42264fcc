// The calls that wait for a person, asked for again and again: other processes ask, and nobody tells the window.
import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend";

const EVERY = 500;

export const approvalsQuery = queryOptions({
  queryKey: ["approvals"],
  queryFn: () => backend.approvals(),
  staleTime: 0,
  refetchInterval: EVERY,
  // A window that is not seen is the one where a call would be missed.
  refetchIntervalInBackground: true,
});
