// History page: changes with author, interface and time, newest first; each can be expanded and undone.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { asBackendError } from "../../backend";
import { catalogQuery, historyQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { EmptyState } from "../../shared/empty-state";
import { errorMessage } from "../../shared/error-message";
import { ServerText } from "../../shared/server-text";
import { useNow } from "../../shared/use-now";
import { HistoryItem } from "./history-item";
import page from "../../shared/page.module.css";
import { FailedState } from "../../shared/failed-state";
import { strings } from "./strings";
import styles from "./history-page.module.css";

const text = strings.page;

export function HistoryPage() {
  const query = useInfiniteQuery(historyQuery);
  const { data: readOnly = false } = useQuery({ ...catalogQuery, select: (catalog) => catalog.readOnly !== null });
  const now = useNow();
  const entries = query.data?.pages.flatMap((p) => p.entries);
  return (
    <main className={page.main} data-testid="history">
      <div className={page.head}>
        <h1 className={page.title}>{text.title}</h1>
        <span className={page.about}>{text.about}</span>
      </div>
      {entries && entries.length > 0 ? (
        <div className={styles.scroll}>
          <div role="status">
            <VisuallyHidden>{text.count(entries.length)}</VisuallyHidden>
          </div>
          <ol>
            {entries.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} now={now} readOnly={readOnly} />
            ))}
          </ol>
          {query.hasNextPage ? (
            <div className={styles.more}>
              <Button size="small" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
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
