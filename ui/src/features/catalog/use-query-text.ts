// The query as the search field shows it: chips, and behind them the text that is being written. The query itself stays
// one string; where its chips end is remembered only while somebody writes in it.
import type { RefObject } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import { useCatalogFilter } from "../../shared/catalog-filter";
import type { Word } from "./query-terms";
import { chipsEnd, chipsOf, settle } from "./query-terms";

export type QueryText = {
  query: string;
  chips: readonly Word[];
  text: string;
  /** Where the text begins in the query. */
  offset: number;
  /** Takes the query as it was written up to now; the cursor counts from its beginning. */
  write: (query: string, cursor: number) => { query: string; cursor: number };
  /** Shows everything as text, and selects it. */
  unfold: () => void;
  /** Nobody writes any more: what is complete becomes chips. */
  rest: () => void;
};

export function useQueryText(field: RefObject<HTMLInputElement | null>): QueryText {
  const query = useCatalogFilter((state) => state.query);
  const setQuery = useCatalogFilter((state) => state.setQuery);
  /** What was written here last, and where its chips ended then. */
  const [own, setOwn] = useState<{ query: string; end: number; unfolded: boolean } | null>(null);
  const wanted = useRef<{ from: number; to: number } | null>(null);
  const offset = own?.query === query ? own.end : chipsEnd(query);

  // After a change that was not typed letter by letter the cursor would stand at the end of the text.
  useLayoutEffect(() => {
    if (wanted.current) field.current?.setSelectionRange(wanted.current.from, wanted.current.to);
    wanted.current = null;
  }, [field, query, offset]);

  const write = (next: string, cursor: number) => {
    const stays = own?.query === query && own.unfolded && chipsEnd(next) > 0;
    const settled = stays ? { query: next, end: 0, cursor } : settle(next, cursor);
    wanted.current = { from: settled.cursor - settled.end, to: settled.cursor - settled.end };
    setOwn({ query: settled.query, end: settled.end, unfolded: stays });
    setQuery(settled.query);
    return settled;
  };
  return {
    query,
    chips: chipsOf(query, offset),
    text: query.slice(offset),
    offset,
    write,
    unfold: () => {
      wanted.current = { from: 0, to: query.length };
      setOwn({ query, end: 0, unfolded: true });
    },
    rest: () => setOwn(null),
  };
}
