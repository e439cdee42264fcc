// The panel of the selected tool: header, review, drift, hints, text, problems, JSON. Shows one tool as a whole, never half of the next.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MousePointerClick } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ToolDetail, ToolKey } from "../../backend";
import { toolQuery } from "../../backend/queries";
import { Button } from "../../kit/button";
import { Kbd } from "../../kit/kbd";
import { EmptyState } from "../../shared/empty-state";
import { HintRow } from "../../shared/hint-row";
import { Section } from "../../shared/section";
import { DriftSection } from "./drift-section";
import { JsonSection } from "./json-section";
import { PanelHeader } from "./panel-header";
import { ProblemsSection } from "./problems-section";
import { ReviewLine } from "./review-line";
import { TextSection } from "./text-section";
import { useDecisions } from "./use-decisions";
import { FailedState } from "../../shared/failed-state";
import styles from "./tool-panel.module.css";

type Props = {
  selected: ToolKey | null;
  readOnly: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
};

const NO_TOOL: ToolKey = { server: "", tool: "" };

export function ToolPanel({ selected, readOnly, onPrevious, onNext }: Props) {
  const query = useQuery({
    ...toolQuery(selected ?? NO_TOOL),
    enabled: selected !== null,
    placeholderData: keepPreviousData,
  });
  const detail = selected ? query.data : undefined;
  return (
    <aside
      className={styles.panel}
      aria-label="Tool"
      aria-busy={query.isPlaceholderData || undefined}
      data-testid="panel"
      data-tool={detail ? `${detail.card.server}.${detail.card.name}` : undefined}
    >
      {detail ? (
        <>
          <PanelHeader detail={detail} onPrevious={onPrevious} onNext={onNext} />
          <PanelBody detail={detail} readOnly={readOnly} />
        </>
      ) : query.error ? (
        <FailedState title="This tool could not be read" error={query.error} onRetry={() => void query.refetch()} />
      ) : selected ? null : (
        <EmptyState icon={MousePointerClick} title="No tool selected">
          <p>Select a card to see its hints.</p>
        </EmptyState>
      )}
    </aside>
  );
}

function PanelBody({ detail, readOnly }: { detail: ToolDetail; readOnly: boolean }) {
  const decisions = useDecisions();
  const { server, name } = detail.card;
  const key: ToolKey = { server, tool: name };
  const id = `${server}.${name}`;
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [id]);
  return (
    <div className={styles.scroll} ref={scroll}>
      <ReviewLine detail={detail} readOnly={readOnly} />
      {detail.drift ? <DriftSection key={`drift ${id}`} card={detail.card} drift={detail.drift} readOnly={readOnly} /> : null}
      <Section
        title="Hints"
        after={
          readOnly ? null : (
            <Button look="quiet" size="small" onClick={() => void decisions.acceptInference(key)}>
              Accept inference <Kbd>.</Kbd>
            </Button>
          )
        }
      >
        {detail.hints.map((hint) => (
          <HintRow
            key={hint.hint}
            hint={hint}
            disabled={readOnly}
            onDecide={(decided) => void decisions.decide(key, hint.hint, decided)}
          />
        ))}
      </Section>
      <TextSection
        key={id}
        detail={detail}
        readOnly={readOnly}
        onTitle={(title) => void decisions.decideTitle(key, title)}
      />
      {detail.problems.length > 0 ? <ProblemsSection problems={detail.problems} /> : null}
      <JsonSection detail={detail} />
    </div>
  );
}
