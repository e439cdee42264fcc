// Detail of a queued tool: name, description, parameters, drift, problems, hints and client behaviour.
import { Check, Diff } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { ToolDetail } from "../../backend";
import { ClampedText } from "../../shared/clamped-text";
import { DriftView, driftSince } from "../../shared/drift-view";
import { sentence } from "../../shared/error-message";
import { HintBadges } from "../../shared/hint-badge";
import { LoosenedNote } from "../../shared/loosening";
import { ServerText } from "../../shared/server-text";
import { WordDifference } from "../../shared/word-difference";
import { keyOf } from "../../shared/tool-id";
import { useNow } from "../../shared/use-now";
import { ClientTable } from "../tool/client-table";
import { ProblemList } from "../tool/problem-list";
import { formatReviewStatus } from "../tool/review-labels";
import { useDecisions } from "../tool/use-decisions";
import { useReadOnlyReason } from "../tool/use-read-only";
import { HintsTable } from "./hints-table";
import { ParameterList } from "./parameter-list";
import { useAcceptLabel } from "../tool/review-actions";
import { strings } from "./strings";
import styles from "./review-detail.module.css";

const text = strings.detail;

export function ReviewDetail({ detail, readOnly }: { detail: ToolDetail; readOnly: boolean }) {
  const decisions = useDecisions();
  const now = useNow();
  const acceptLabel = useAcceptLabel();
  const readOnlyReason = useReadOnlyReason();
  const { card, drift, review } = detail;
  const key = keyOf(card);
  const id = `${card.server}.${card.name}`;
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [id]);
  return (
    <div className={styles.root} ref={scroll} data-testid="stage" data-tool={id}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <h2 className={styles.title}>
            <ServerText text={card.title} />
          </h2>
          <span className={styles.state} data-state={review.state}>
            {review.state === "reviewed" ? <Check size={12} strokeWidth={2.25} aria-hidden="true" /> : null}
            <ServerText text={formatReviewStatus(detail, now)} />
          </span>
        </div>
        <div className={styles.name}>
          <ServerText text={id} />
        </div>
        <HintBadges badges={card.badges} />
        <LoosenedNote loosened={detail.loosened} />
        <Block title={text.description} about={text.asSent}>
          <div className={styles.description}>
            {detail.description.declared ? <ClampedText key={id} text={detail.description.declared} /> : text.noDescription}
          </div>
        </Block>
        {detail.description.difference.length > 0 ? (
          <Block title={text.decidedDescription} about={text.compared}>
            <div className={styles.description} data-testid="decided-description">
              <WordDifference key={id} words={detail.description.difference} />
            </div>
          </Block>
        ) : null}
        <Block title={text.parameters} about={detail.parameters.length > 0 ? text.asSent : null}>
          <ParameterList key={id} parameters={detail.parameters} />
        </Block>
        {drift ? (
          <Block
            title={
              <>
                <Diff size={14} aria-hidden="true" />
                {text.drift}
              </>
            }
            about={driftSince(drift, now)}
          >
            <DriftView key={id} drift={drift} />
          </Block>
        ) : null}
        {detail.problems.length > 0 ? (
          <Block title={text.problems} about={text.problemsAbout}>
            <ProblemList problems={detail.problems} />
          </Block>
        ) : null}
        <Block title={text.hints} about={text.hintsAbout}>
          <HintsTable
            hints={detail.hints}
            disabled={readOnly}
            onDecide={(hint, decided) => void decisions.decide(key, hint, decided)}
          />
          {readOnlyReason !== null ? (
            <p className={styles.accepting}>
              {text.readOnly} <ServerText text={`${sentence(readOnlyReason)}.`} limit={2} />
            </p>
          ) : review.state === "reviewed" ? null : (
            <p className={styles.accepting}>{acceptLabel}</p>
          )}
        </Block>
        <Block title={text.clients}>
          <ClientTable key={id} wide clients={detail.clients} server={text.declaredHints} yours={text.yourDecisions} />
        </Block>
      </div>
    </div>
  );
}

type BlockProps = { title: ReactNode; about?: string | null; children: ReactNode };

function Block({ title, about, children }: BlockProps) {
  return (
    <section className={styles.block}>
      <h3>
        {title} {about ? <ServerText text={about} /> : null}
      </h3>
      {children}
    </section>
  );
}
