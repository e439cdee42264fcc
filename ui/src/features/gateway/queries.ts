// Query of the gateway state. It is polled, because the backend sends no events about the activity of clients.
import { queryOptions, useIsMutating, useQuery } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

/** Polling interval of the gateway page, in ms. */
export const EVERY = 1_000;
/** Polling interval of the sidebar, in ms; it shows only whether the gateway is on. */
const SIDEBAR_INTERVAL = 10_000;

export const gatewayQuery = queryOptions({
  queryKey: ["gateway"],
  queryFn: () => backend.gateway(),
  meta: STORED,
});

/** Key of all gateway mutations. They pause the polling, because a response may be older than the change. */
export const CHANGES_GATEWAY = ["change-gateway"];

export function useGateway() {
  const changing = useIsMutating({ mutationKey: CHANGES_GATEWAY }) > 0;
  return useQuery({ ...gatewayQuery, staleTime: 0, refetchInterval: changing ? false : EVERY });
}

export function useGatewayRunning(): boolean {
  const query = useQuery({ ...gatewayQuery, select: ({ running }) => running !== null, refetchInterval: SIDEBAR_INTERVAL });
  return query.data ?? false;
}
