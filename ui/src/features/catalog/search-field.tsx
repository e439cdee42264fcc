// Search field (combobox): "/" focuses it from anywhere (see use-catalog-keys). Suggestions open while the user types;
// Escape closes the suggestions, then clears the field, then moves to the tools.
import { Search, X } from "lucide-react";
import type { ChangeEvent, KeyboardEvent } from "react";
import { useId, useRef, useState } from "react";
import { leaveSearch, PAGE_SEARCH } from "../../shared/focus-request";
import { KeyHint } from "../../shared/key-hint";
import type { Completion, FilterProblem, SavedFilter } from "../../backend";
import { IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { acceptCompletion, rebase } from "./query-edit";
import type { QueryWord } from "./query-terms";
import { asChips, isTerm, withoutChip, wordsOf } from "./query-terms";
import { SavedFilters } from "./saved-filters";
import { SearchChips } from "./search-chips";
import { strings } from "./strings";
import { Suggestions } from "./suggestions";
import type { Completions } from "./use-completions";
import { useQueryText } from "./use-query-text";
import styles from "./search-field.module.css";

export const SEARCH_ID = "catalog-search";
const NONE: readonly Completion[] = [];

type Props = {
  /** Result count, such as "3 of 21 tools". */
  resultCount: string;
  completions: Completions;
  problems: readonly FilterProblem[];
  filters: readonly SavedFilter[];
  readOnly: boolean;
  listedCount: number;
  /** Creates a toolset from all listed tools. */
  onNewToolset: () => void;
};

export function SearchField(props: Props) {
  const { resultCount, completions, problems, filters, readOnly, listedCount, onNewToolset } = props;
  const field = useRef<HTMLInputElement>(null);
  const { query, chips, text, offset, write, unfold, rest } = useQueryText(field);
  const setQuery = useCatalogFilter((state) => state.setQuery);
  const { ask, close } = completions;
  const [requestedQuery, setRequestedQuery] = useState(query);
  // After an external change of the query, such as "Clear filter", the suggestions are outdated.
  const list = requestedQuery === query && completions.from ? rebase(completions.list, completions.from, query) : NONE;
  const [active, setActive] = useState(0);
  const listId = useId();
  const isOpen = list.length > 0;
  const at = Math.min(active, list.length - 1);

  const suggest = (text: string, cursor: number) => {
    setRequestedQuery(text);
    ask({ query: text, cursor });
  };
  const change = (next: string, position: number) => {
    const written = write(next, position);
    setActive(0);
    if (written.query.trim() === "") close();
    else suggest(written.query, written.cursor);
  };
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) =>
    change(query.slice(0, offset) + target.value, offset + (target.selectionStart ?? target.value.length));
  const take = (completion: Completion | undefined) => {
    if (!completion) return;
    const edited = acceptCompletion(query, completion);
    const isKey = completion.text.endsWith(":");
    // The cursor moves past the space, so that a complete term becomes a chip even if another word follows.
    const cursor = !isKey && /\s/.test(edited.query[edited.cursor] ?? "") ? edited.cursor + 1 : edited.cursor;
    change(edited.query, cursor);
    if (!isKey) close();
  };
  const clear = () => {
    close();
    setQuery("");
  };
  const remove = (chip: QueryWord) => {
    const next = withoutChip(query, chip);
    close();
    write(next, next.length);
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Escape closes an open explanation first.
    if (event.nativeEvent.isComposing || event.altKey || event.defaultPrevented) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.ctrlKey || event.metaKey) {
      // Select all includes the chips: they become text again.
      if (event.key.toLowerCase() !== "a" || chips.length === 0) return;
      unfold();
      event.preventDefault();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const last = chips.at(-1);
    if (event.key === "Escape") {
      if (isOpen) close();
      else if (query) clear();
      else leaveSearch(event.currentTarget);
    } else if (event.key === "Backspace" && last && selectionStart === 0 && selectionEnd === 0) {
      const next = withoutChip(query, last);
      close();
      write(next, next.length - text.length);
    } else if (step && isOpen) setActive((at + step + list.length) % list.length);
    else if (event.key === "ArrowDown") suggest(query, offset + (selectionStart ?? text.length));
    else if (isOpen && !event.shiftKey && (event.key === "Enter" || event.key === "Tab")) take(list[at]);
    else if (event.key === "Enter" && isTerm(wordsOf(query).at(-1)?.text ?? "")) {
      const whole = asChips(query);
      write(whole, whole.length);
    } else return;
    event.preventDefault();
  };

  return (
    <div className={styles.root}>
      <Input
        ref={field}
        id={SEARCH_ID}
        {...PAGE_SEARCH}
        data-testid="search"
        role="combobox"
        aria-label={strings.search.label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
        placeholder={chips.length > 0 ? "" : strings.search.placeholder}
        value={text}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          rest();
        }}
        before={
          <>
            <Search size={14} aria-hidden="true" />
            <SearchChips chips={chips} problems={new Set(problems.map((p) => p.term))} onRemove={remove} />
          </>
        }
        after={
          <>
            {query ? (
              <>
                <span className={styles.count} aria-hidden="true">
                  {resultCount}
                </span>
                <IconButton label={strings.search.clear} size="tiny" onClick={clear}>
                  <X size={12} strokeWidth={2.25} aria-hidden="true" />
                </IconButton>
              </>
            ) : (
              <KeyHint of="catalog.search" />
            )}
            <SavedFilters filters={filters} readOnly={readOnly} listedCount={listedCount} onNewToolset={onNewToolset} />
          </>
        }
      />
      {isOpen ? <Suggestions id={listId} list={list} active={at} onPoint={setActive} onTake={take} /> : null}
      <div role="status">
        <VisuallyHidden>{isOpen ? strings.search.suggestionCount(list.length) : ""}</VisuallyHidden>
      </div>
    </div>
  );
}
