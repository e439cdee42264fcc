// History page: changes with author, interface and time, newest first; each can be expanded and undone. The search
// covers all changes, not only the loaded ones.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { History, Search, X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { asBackendError } from "../../backend";
import { catalogQuery, historyQuery } from "../../backend/queries";
import { Button, IconButton } from "../../kit/button";
import { Input } from "../../kit/field";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { leaveSearch, focusPageSearch, PAGE_SEARCH } from "../../shared/focus-request";
import { KeyHint } from "../../shared/key-hint";
import { useShortcuts } from "../../shared/keymap";
import { ServerText } from "../../shared/server-text";
import { useDebouncedValue } from "../../shared/use-debounced-value";
import { useNow } from "../../shared/use-now";
import { HistoryItem } from "./history-item";
import page from "../../shared/page.module.css";
import { FailedState } from "../../shared/failed-state";
import { strings } from "./strings";
import styles from "./history-page.module.css";

const text = strings.page;
const DEBOUNCE = 200;

export function HistoryPage() {
  const [typed, setTyped] = useState("");
  const search = useDebouncedValue(typed.trim(), DEBOUNCE);
  const query = useInfiniteQuery({ ...historyQuery(search), placeholderData: keepPreviousData });
  const { data: readOnly = false } = useQuery({ ...catalogQuery, select: (catalog) => catalog.readOnly !== null });
  const now = useNow();
  const entries = useMemo(() => query.data?.pages.flatMap((p) => p.entries), [query.data]);
  const isPrevious = query.isPlaceholderData;
  // Not `hasNextPage`, which does not know the pages of the previous search.
  const hasMore = query.data?.pages.at(-1)?.more ?? false;
  const isSearch = search !== "" || isPrevious;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts("history", { search: focusPageSearch });
  const clear = () => {
    setTyped("");
    field.current?.focus();
  };
  return (
    <main className={page.main} data-testid="history">
      <div className={page.head}>
        <h1 className={page.title}>{text.title}</h1>
        <span className={page.about}>{text.about}</span>
        <Input
          ref={field}
          {...PAGE_SEARCH}
          className={styles.search}
          aria-label={text.search}
          placeholder={text.search}
          data-testid="search-history"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (typed) setTyped("");
            else leaveSearch(event.currentTarget);
          }}
          before={<Search size={14} aria-hidden="true" />}
          after={
            typed ? (
              <IconButton label={text.clearSearch} size="tiny" onClick={clear}>
                <X size={12} strokeWidth={2.25} aria-hidden="true" />
              </IconButton>
            ) : (
              <KeyHint of="history.search" />
            )
          }
        />
      </div>
      <div role="status">
        <VisuallyHidden>{entries && !isPrevious ? (search ? text.matching : text.count)(entries.length) : null}</VisuallyHidden>
      </div>
      {entries && entries.length > 0 ? (
        <div className={styles.scroll}>
          <ol>
            {entries.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} now={now} readOnly={readOnly} />
            ))}
          </ol>
          {hasMore ? (
            <div className={styles.more}>
              <Button size="small" disabled={query.isFetchingNextPage || isPrevious} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? text.loadingMore : text.showMore}
              </Button>
              {query.isFetchNextPageError ? (
                <p role="alert">
                  <ServerText text={errorMessage(asBackendError(query.error))} />
                </p>
              ) : null}
            </div>
          ) : null}
        </div>
      ) : entries && isSearch ? (
        <EmptyState
          icon={Search}
          title={text.noMatch}
          action={
            <Button size="small" onClick={clear}>
              {text.clearSearch}
            </Button>
          }
        >
          <p>{text.noMatchHelp}</p>
        </EmptyState>
      ) : entries ? (
        <EmptyState icon={History} title={text.empty}>
          <p>{text.emptyHelp}</p>
        </EmptyState>
      ) : query.error ? (
        <FailedState title={text.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.loading} role="status" aria-busy="true" aria-label={text.loading}>
          {Array.from({ length: 8 }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      )}
    </main>
  );
}
