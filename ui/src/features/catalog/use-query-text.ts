// Query of the search field, split into chips and the text after them. The query itself remains one string; the offset
// at which its chips end is stored only while the user edits it.
import type { RefObject } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import { useCatalogFilter } from "../../shared/catalog-filter";
import type { QueryWord } from "./query-terms";
import { chipsEnd, chipsOf, settle } from "./query-terms";

export type QueryText = {
  query: string;
  chips: readonly QueryWord[];
  text: string;
  /** Offset of the text in the query. */
  offset: number;
  /** Sets the edited query; `cursor` counts from the start of the query. */
  write: (query: string, cursor: number) => { query: string; cursor: number };
  /** Turns the chips into text and selects everything. */
  unfold: () => void;
  /** Ends the edit (blur): completed terms become chips. */
  rest: () => void;
};

export function useQueryText(field: RefObject<HTMLInputElement | null>): QueryText {
  const query = useCatalogFilter((state) => state.query);
  const setQuery = useCatalogFilter((state) => state.setQuery);
  /** Last query that was edited in this field, and the end of its chips. */
  const [draft, setDraft] = useState<{ query: string; end: number; unfolded: boolean } | null>(null);
  const pendingSelection = useRef<{ from: number; to: number } | null>(null);
  const offset = draft?.query === query ? draft.end : chipsEnd(query);

  // After a change other than typing, the browser would move the cursor to the end of the text.
  useLayoutEffect(() => {
    if (pendingSelection.current) field.current?.setSelectionRange(pendingSelection.current.from, pendingSelection.current.to);
    pendingSelection.current = null;
  }, [field, query, offset]);

  const write = (next: string, cursor: number) => {
    const staysUnfolded = draft?.query === query && draft.unfolded && chipsEnd(next) > 0;
    const settled = staysUnfolded ? { query: next, end: 0, cursor } : settle(next, cursor);
    pendingSelection.current = { from: settled.cursor - settled.end, to: settled.cursor - settled.end };
    setDraft({ query: settled.query, end: settled.end, unfolded: staysUnfolded });
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
      pendingSelection.current = { from: 0, to: query.length };
      setDraft({ query, end: 0, unfolded: true });
    },
    rest: () => setDraft(null),
  };
}
