// Calls that match a filter: the newest ones are polled, older ones are loaded on demand.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { notifyError } from "../../shared/notify";
import type { CallFilter } from "./calls-query";
import { callsQuery, loadOlder } from "./calls-query";
import { EVERY } from "./queries";

export function useCalls(filter: CallFilter) {
  const client = useQueryClient();
  const query = useQuery({ ...callsQuery(filter), refetchInterval: EVERY, placeholderData: keepPreviousData });
  const loading = useRef(false);
  const older = useMutation({
    mutationFn: () => loadOlder(client, filter),
    onError: notifyError,
    onSettled: () => {
      loading.current = false;
    },
  });
  const { data } = query;
  return {
    query,
    /** Loads older calls at the end of the list; one request at a time. */
    onEnd: () => {
      if (!data?.more || query.isPlaceholderData || loading.current) return;
      loading.current = true;
      older.mutate();
    },
    isLoadingOlder: older.isPending,
  };
}
