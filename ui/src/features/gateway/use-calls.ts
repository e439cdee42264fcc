// The calls that a filter lets through, kept up to date, and the way to older ones.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { notifyError } from "../../shared/notify";
import type { CallFilter } from "./calls-query";
import { askOlder, callsQuery } from "./calls-query";
import { EVERY } from "./queries";

export function useCalls(filter: CallFilter) {
  const client = useQueryClient();
  const query = useQuery({ ...callsQuery(filter), refetchInterval: EVERY, placeholderData: keepPreviousData });
  const asking = useRef(false);
  const older = useMutation({
    mutationFn: () => askOlder(client, filter),
    onError: notifyError,
    onSettled: () => {
      asking.current = false;
    },
  });
  const { data } = query;
  return {
    query,
    /** At the end of what is known; asks once until it is answered. */
    onEnd: () => {
      if (!data?.more || query.isPlaceholderData || asking.current) return;
      asking.current = true;
      older.mutate();
    },
    askingOlder: older.isPending,
  };
}
