// Review page: on the left the queue, most dangerous tool first; on the right the selected tool.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, ListChecks } from "lucide-react";
import { useMemo } from "react";
import { useShortcuts } from "../../shared/keymap";
import type { ReviewQueue, ToolCard, ToolKey } from "../../backend";
import { catalogQuery, reviewQuery, toolQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { EmptyState } from "../../shared/empty-state";
import { byHint } from "../../shared/hints";
import { notifyError } from "../../shared/notify";
import { ServerText } from "../../shared/server-text";
import { cardId, idOf, keyOf } from "../../shared/tool-id";
import { useStableCallback } from "../../shared/use-stable-callback";
import { useDecisions } from "../tool/use-decisions";
import { AgentNotes } from "./agent-notes";
import { FootBar } from "./foot-bar";
import { RemovedTools } from "./removed-tools";
import { OrderMenu } from "./order-menu";
import { Progress } from "./progress";
import { QueueList } from "./queue-list";
import { afterAccepting, buildQueue, toolAfter, toolBefore } from "./queue-model";
import { useReviewActions } from "../tool/review-actions";
import { ReviewDetail } from "./review-detail";
import page from "../../shared/page.module.css";
import { FailedState } from "../../shared/failed-state";
import { useReviewSession } from "../../shared/review-session";
import { strings } from "./strings";
import styles from "./review-page.module.css";

const text = strings.page;

export function ReviewPage() {
  const queue = useQuery(reviewQuery);
  const { data: readOnly = false } = useQuery({ ...catalogQuery, select: (catalog) => catalog.readOnly !== null });
  return (
    <main className={page.main} data-testid="review">
      <div className={page.head}>
        <h1 className={page.title}>{text.title}</h1>
        {queue.data ? <Head queue={queue.data} readOnly={readOnly} /> : null}
      </div>
      {queue.data ? (
        <Queue queue={queue.data} readOnly={readOnly} />
      ) : queue.error ? (
        <FailedState title={text.loadFailed} error={queue.error} onRetry={() => void queue.refetch()} />
      ) : (
        <div className={styles.loading} role="status" aria-busy="true" aria-label={text.loading}>
          {Array.from({ length: 12 }, (_, index) => (
            <i key={index} />
          ))}
        </div>
      )}
    </main>
  );
}

function Head({ queue, readOnly }: { queue: ReviewQueue; readOnly: boolean }) {
  const pending = useReviewSession((state) => state.pending);
  const { acceptAll } = useReviewActions();
  const pendingCount = queue.items.filter((item) => pending.has(cardId(item.card))).length;
  const agreeing = queue.items.filter((item) => item.agrees && !pending.has(cardId(item.card))).map((item) => item.card);
  return (
    <>
      <Progress reviewed={queue.reviewed + pendingCount} total={queue.total} />
      {queue.items.length > 0 ? <OrderMenu /> : null}
      {agreeing.length > 0 ? (
        <Button
          disabled={readOnly}
          onClick={() => acceptAll(agreeing, ({ changed }) => text.agreeingAccepted(changed))}
          data-testid="accept-agreeing"
        >
          <Check size={14} aria-hidden="true" />
          <span>
            {text.acceptAgreeing(agreeing.length)} <span className={styles.where}>{text.whereAgreeing}</span>
          </span>
        </Button>
      ) : null}
    </>
  );
}

function Queue({ queue, readOnly }: { queue: ReviewQueue; readOnly: boolean }) {
  const { selected, done, pending, nextOf, order: queueOrder, select, continueWith } = useReviewSession();
  const decisions = useDecisions();
  const reviewActions = useReviewActions();
  const model = useMemo(() => buildQueue(queue.items, done, pending, queueOrder), [queue.items, done, pending, queueOrder]);
  const { order, open } = model;

  const selectedIndex = selected ? order.findIndex((card) => cardId(card) === idOf(selected)) : -1;
  const position = selectedIndex >= 0 ? selectedIndex : open > 0 ? 0 : -1;
  const card = order[position];
  const key = card ? keyOf(card) : null;
  const tool = useQuery({
    ...toolQuery(key ?? { server: "", tool: "" }),
    enabled: key !== null,
    placeholderData: keepPreviousData,
  });
  const detail = key ? tool.data : undefined;
  // While the next tool loads, the placeholder data of the previous one must not be edited.
  const ready = detail && !tool.isPlaceholderData ? detail : null;
  const editable = ready && key && !readOnly ? key : null;

  const goTo = (at: number) => {
    const next = order[at];
    if (next) select(keyOf(next));
  };
  const goToNext = useStableCallback(() => {
    if (!card) return;
    const next = afterAccepting(model, position);
    continueWith(keyOf(card), next && keyOf(next));
  });
  const acceptAndNext = async () => {
    if (card) await reviewActions.accept(card, { onStart: goToNext, onAsk: () => select(keyOf(card)) });
  };
  const stepTo = (to: ToolCard | null) => to && (() => select(keyOf(to)));
  const isReviewed = detail?.review.state === "reviewed";
  // While the next tool loads, the buttons do nothing but stay enabled: a disabled button would lose focus.
  const whenReady = (action: (key: ToolKey) => Promise<void>) =>
    readOnly ? null : () => void (editable && action(editable).catch(notifyError));
  const actions = {
    back: stepTo(toolBefore(model, position, nextOf)),
    skip: stepTo(toolAfter(model, position, nextOf)),
    acceptInference: whenReady((tool) => decisions.acceptInference(tool)),
    accept: isReviewed ? null : whenReady(acceptAndNext),
    reopen: isReviewed ? whenReady((tool) => reviewActions.reopen(tool)) : null,
  };
  useShortcuts("review", {
    next: actions.skip,
    previous: actions.back,
    accept: actions.accept,
    acceptInference: actions.acceptInference,
    reset: editable && (() => void decisions.resetAll(editable)),
    ...byHint((hint) => editable && (() => void decisions.cycle(editable, hint))),
  });

  const isEmpty = order.length === 0 && queue.removed.length === 0 && queue.proposedNotes.length === 0;
  if (isEmpty) return <NothingToReview total={queue.total} />;
  return (
    <div className={`${page.columns} ${styles.columns}`}>
      <VisuallyHidden>
        <span role="status">{card ? <ServerText text={statusLabel(card, position, open)} /> : null}</span>
      </VisuallyHidden>
      <nav className={styles.rail} aria-label={text.queueRegion}>
        {order.length > 0 ? (
          <QueueList model={model} position={position} onSelect={goTo} />
        ) : (
          <p className={styles.none}>{text.noToolsToReview}</p>
        )}
        <AgentNotes notes={queue.proposedNotes} readOnly={readOnly} />
        <RemovedTools
          tools={queue.removed}
          readOnly={readOnly}
          onMove={(removed, to) => void reviewActions.moveDecisions(removed, to)}
        />
      </nav>
      <div className={`${page.pane} ${styles.pane}`} aria-busy={tool.isPlaceholderData || undefined}>
        {detail ? (
          <>
            <ReviewDetail detail={detail} readOnly={readOnly || !ready} />
            <FootBar {...actions} />
          </>
        ) : key && tool.error ? (
          <FailedState title={text.toolLoadFailed} error={tool.error} onRetry={() => void tool.refetch()} />
        ) : key ? null : (
          <NothingToReview total={queue.total} />
        )}
      </div>
    </div>
  );
}

const statusLabel = ({ title }: ToolCard, position: number, open: number): string =>
  position < open ? text.toReview(title, position + 1, open) : text.reviewed(title);

function NothingToReview({ total }: { total: number }) {
  return total === 0 ? (
    <EmptyState icon={ListChecks} title={strings.empty.noTools}>
      <p>{strings.empty.noToolsHelp}</p>
    </EmptyState>
  ) : (
    <EmptyState icon={ListChecks} title={strings.empty.allReviewed}>
      <p>{strings.empty.allReviewedHelp}</p>
    </EmptyState>
  );
}
