// The search field: "/" reaches it from anywhere (see use-catalog-keys). What can follow is suggested while typing;
// Escape closes the suggestions, then clears the field, then leaves it.
import { Search, X } from "lucide-react";
import type { ChangeEvent, KeyboardEvent } from "react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Completion } from "../../backend";
import { IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { Kbd } from "../../kit/kbd";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { useView } from "../../shared/view-state";
import { takeCompletion } from "./query-edit";
import { Suggestions } from "./suggestions";
import type { Completions } from "./use-completions";
import styles from "./search-field.module.css";

export const SEARCH_ID = "catalog-search";

type Props = {
  /** How many of how many are shown. */
  found: string;
  completions: Completions;
};

export function SearchField({ found, completions }: Props) {
  const query = useView((state) => state.query);
  const setQuery = useView((state) => state.setQuery);
  const { list, ask, close } = completions;
  const [active, setActive] = useState(0);
  const cursor = useRef<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isOpen = list.length > 0;
  const at = Math.min(active, list.length - 1);

  // After a suggestion was taken the cursor stands behind it, not at the end of the text.
  useLayoutEffect(() => {
    if (cursor.current !== null) field.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  }, [query]);
  // Changed from elsewhere, as by "Clear filter": the suggestions spoke of another text.
  const typed = useRef(query);
  useEffect(() => {
    if (typed.current !== query) close();
    typed.current = query;
  }, [query, close]);

  const change = (next: string, position: number) => {
    typed.current = next;
    setQuery(next);
    setActive(0);
    if (next.trim() === "") close();
    else ask({ query: next, cursor: position });
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) =>
    change(event.target.value, event.target.selectionStart ?? event.target.value.length);
  const take = (completion: Completion | undefined) => {
    if (!completion) return;
    const edited = takeCompletion(query, completion);
    cursor.current = edited.cursor;
    change(edited.query, edited.cursor);
    if (!completion.text.endsWith(":")) close();
  };
  const clear = () => {
    close();
    setQuery("");
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      if (isOpen) close();
      else if (query) clear();
      else event.currentTarget.blur();
    } else if (step && isOpen) setActive((at + step + list.length) % list.length);
    else if (event.key === "ArrowDown") ask({ query, cursor: event.currentTarget.selectionStart ?? query.length });
    else if (isOpen && !event.shiftKey && (event.key === "Enter" || event.key === "Tab")) take(list[at]);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.place}>
      <Input
        ref={field}
        id={SEARCH_ID}
        data-testid="search"
        role="combobox"
        aria-label="Search tools"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
        placeholder="Search tools, or filter: is:inferred, hint:destructive, server:demo…"
        value={query}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={close}
        before={<Search size={14} aria-hidden="true" />}
        after={
          query ? (
            <>
              <span className={styles.found} aria-hidden="true">
                {found}
              </span>
              <IconButton label="Clear search" size="tiny" onClick={clear}>
                <X size={12} strokeWidth={2.25} aria-hidden="true" />
              </IconButton>
            </>
          ) : (
            <Kbd>/</Kbd>
          )
        }
      />
      {isOpen ? <Suggestions id={listId} list={list} active={at} onPoint={setActive} onTake={take} /> : null}
      <div role="status">
        <VisuallyHidden>{isOpen ? counted(list.length, "suggestion") : ""}</VisuallyHidden>
      </div>
    </div>
  );
}
