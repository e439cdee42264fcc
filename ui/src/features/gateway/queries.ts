// What the gateway does now. Asked again and again: what clients do is nothing the window is told of.
import { queryOptions, useIsMutating, useQuery } from "@tanstack/react-query";
import { backend } from "../../backend";
import { STORED } from "../../backend/queries";

/** While the page is shown. */
export const EVERY = 1_000;
/** For the sidebar, which says only whether it is on. */
const NOW_AND_THEN = 10_000;

export const gatewayQuery = queryOptions({
  queryKey: ["gateway"],
  queryFn: () => backend.gateway(),
  meta: STORED,
});

/** Of whatever changes the gateway: meanwhile an answer may be older than the change, and is not asked for. */
export const CHANGES_GATEWAY = ["change-gateway"];

export function useGateway() {
  const changing = useIsMutating({ mutationKey: CHANGES_GATEWAY }) > 0;
  return useQuery({ ...gatewayQuery, staleTime: 0, refetchInterval: changing ? false : EVERY });
}

export function useGatewayRunning(): boolean {
  const query = useQuery({ ...gatewayQuery, select: ({ running }) => running !== null, refetchInterval: NOW_AND_THEN });
  return query.data ?? false;
}
