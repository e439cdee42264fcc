// The calls that passed, the newest first: the newest are asked for again and again, older ones as far as somebody scrolls.
import type { QueryClient } from "@tanstack/react-query";
import { queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import type { CallsOnly, CallsPage, CallView } from "../../backend";
import { backend } from "../../backend";

export type CallFilter = { only: CallsOnly; text: string };
export type Calls = CallsPage & { /** There may be older ones. */ more: boolean };

export const PAGE = 100;
export const CALLS = "calls";

const ask = ({ only, text }: CallFilter, before: number | null): Promise<CallsPage> =>
  backend.calls({ limit: PAGE, before, only, text: text === "" ? null : text });

/**
 * The newest calls before those that were known. What did not change keeps its identity, so that only new rows are drawn.
 * Where calls are missing in between, the older ones are forgotten: they are asked for again when somebody goes there.
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
      const newest = await ask(filter, null);
      return withNewest(client.getQueryData<Calls>(queryKey), newest);
    },
    staleTime: 0,
    gcTime: 0,
    // By id, above: new ones come first, so that comparing place by place would find everything changed.
    structuralSharing: false,
  });
};

export async function askOlder(client: QueryClient, filter: CallFilter): Promise<void> {
  const { queryKey } = callsQuery(filter);
  const last = client.getQueryData(queryKey)?.calls.at(-1);
  if (!last) return;
  const older = await ask(filter, last.id);
  client.setQueryData(queryKey, (known) => known && withOlder(known, older.calls));
}
