// History page: changes with author, interface and time, newest first; each can be expanded and undone.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { asBackendError } from "../../backend";
import { catalogQuery, historyQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { HistoryItem } from "./history-item";
import page from "../../shared/page.module.css";
import { FailedState } from "../../shared/failed-state";
import styles from "./history-page.module.css";

export function HistoryPage() {
  const query = useInfiniteQuery(historyQuery);
  const { data: readOnly = false } = useQuery({ ...catalogQuery, select: (catalog) => catalog.readOnly !== null });
  const now = useNow();
  const entries = query.data?.pages.flatMap((p) => p.entries);
  return (
    <main className={page.main} data-testid="history">
      <div className={page.head}>
        <h1 className={page.title}>History</h1>
        <span className={page.about}>Every change, by whomever. Undoing never overwrites what was changed since.</span>
      </div>
      {entries && entries.length > 0 ? (
        <div className={styles.scroll}>
          <div role="status">
            <VisuallyHidden>{`${counted(entries.length, "change")} shown`}</VisuallyHidden>
          </div>
          <ol>
            {entries.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} now={now} readOnly={readOnly} />
            ))}
          </ol>
          {query.hasNextPage ? (
            <div className={styles.more}>
              <Button size="small" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? "Reading…" : "Show more"}
              </Button>
              {query.isFetchNextPageError ? (
                <p role="alert">
                  <ServerText text={errorMessage(asBackendError(query.error))} />
                </p>
              ) : null}
            </div>
          ) : null}
        </div>
      ) : entries ? (
        <EmptyState icon={History} title="Nothing was changed yet">
          <p>Decisions, reviews and rules appear here as soon as somebody makes them.</p>
        </EmptyState>
      ) : query.error ? (
        <FailedState title="The history could not be read" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.loading} role="status" aria-busy="true" aria-label="Loading the history">
          {Array.from({ length: 8 }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      )}
    </main>
  );
}
