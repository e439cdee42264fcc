// Call log, newest first: the newest page is polled, older pages are loaded as the user scrolls.
import type { QueryClient } from "@tanstack/react-query";
import { queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import type { CallsOnly, CallsPage, CallView } from "../../backend";
import { backend } from "../../backend";

export type CallFilter = { only: CallsOnly; text: string };
export type Calls = CallsPage & { /** Older calls may exist. */ more: boolean };

export const PAGE = 100;
export const CALLS = "calls";

const fetchPage = ({ only, text }: CallFilter, before: number | null): Promise<CallsPage> =>
  backend.calls({ limit: PAGE, before, only, text: text === "" ? null : text });

/**
 * Merges the newest page with the known calls. Unchanged calls keep their identity, so that only new rows render.
 * If calls are missing in between, the older ones are dropped: they are loaded again when the user scrolls there.
 */
export function withNewest(known: Calls | undefined, newest: CallsPage): Calls {
  const isAll = newest.calls.length < PAGE;
  if (!known) return { ...newest, more: !isAll };
  const byId = new Map(known.calls.map((call) => [call.id, call]));
  const calls = newest.calls.map((call) => {
    const before = byId.get(call.id);
    return before ? replaceEqualDeep(before, call) : call;
  });
  const oldest = calls.at(-1)?.id ?? 0;
  const joins = !isAll && byId.has(oldest);
  const older = joins ? known.calls.filter(({ id }) => id < oldest) : [];
  const all = [...calls, ...older];
  const isSame = all.length === known.calls.length && all.every((call, index) => call === known.calls[index]);
  return { ...newest, calls: isSame ? known.calls : all, more: joins ? known.more : !isAll };
}

export const withOlder = (known: Calls, older: readonly CallView[]): Calls => {
  const oldest = known.calls.at(-1)?.id ?? Infinity;
  return { ...known, calls: [...known.calls, ...older.filter(({ id }) => id < oldest)], more: older.length === PAGE };
};

export const callsQuery = (filter: CallFilter) => {
  const queryKey = [CALLS, filter.only, filter.text] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client }) => {
      const newest = await fetchPage(filter, null);
      return withNewest(client.getQueryData<Calls>(queryKey), newest);
    },
    staleTime: 0,
    gcTime: 0,
    // `withNewest` compares by id: new calls come first, so a comparison by index would find every call changed.
    structuralSharing: false,
  });
};

export async function loadOlder(client: QueryClient, filter: CallFilter): Promise<void> {
  const { queryKey } = callsQuery(filter);
  const last = client.getQueryData(queryKey)?.calls.at(-1);
  if (!last) return;
  const older = await fetchPage(filter, last.id);
  client.setQueryData(queryKey, (known) => known && withOlder(known, older.calls));
}
