// Panel of the selected tool. While the next tool loads, the panel shows the previous one as a whole.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MousePointerClick } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useShortcuts } from "../../shared/keymap";
import type { FindingView, ToolDetail, ToolKey } from "../../backend";
import { toolQuery } from "../../backend/queries";
import { EmptyState } from "../../shared/empty-state";
import { SCROLLS } from "../../shared/use-lazy-section";
import { NotesSection } from "../notes/notes-section";
import { ApprovalSection } from "./approval-section";
import { ClientsSection } from "./clients-section";
import { useCollapsed } from "../../shared/collapsed-sections";
import { DriftSection } from "./drift-section";
import { FindingsSection } from "./findings-section";
import { HiddenNote } from "./hidden-note";
import type { HiddenReason } from "./hidden-note";
import { HintsSection } from "./hints-section";
import { useTargetSection } from "./go-to-section";
import { HistorySection } from "./history-section";
import { JsonSection } from "./json-section";
import { PanelHeader } from "./panel-header";
import { ParametersSection } from "./parameters-section";
import { ReadOnlyNote } from "./read-only-note";
import { CommentSection } from "./comment-section";
import { strings } from "./strings";
import { TextSection } from "./text-section";
import { TITLE_ID } from "./title-editor";
import { ToolsetsSection } from "./toolsets-section";
import { useDecisions } from "./use-decisions";
import { useReadOnlyReason } from "./use-read-only";
import { FailedState } from "../../shared/failed-state";
import styles from "./tool-panel.module.css";

type Props = {
  selected: ToolKey | null;
  readOnly: boolean;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** The list does not show the tool; the function shows it. */
  hidden?: { reason: HiddenReason; onShow: () => void } | null;
};

const NO_TOOL: ToolKey = { server: "", tool: "" };

// Memoized, as are its parts: the catalog page renders on every keystroke in its search field.
export const ToolPanel = memo(function ToolPanel({ selected, readOnly, onPrevious, onNext, hidden = null }: Props) {
  const query = useQuery({
    ...toolQuery(selected ?? NO_TOOL),
    enabled: selected !== null,
    placeholderData: keepPreviousData,
  });
  const detail = selected ? query.data : undefined;
  return (
    <aside
      className={styles.panel}
      aria-label={strings.panel.label}
      aria-busy={query.isPlaceholderData || undefined}
      data-testid="panel"
      data-tool={detail ? `${detail.card.server}.${detail.card.name}` : undefined}
    >
      {detail ? (
        <>
          <PanelHeader detail={detail} readOnly={readOnly} onPrevious={onPrevious} onNext={onNext} />
          {hidden === null ? null : <HiddenNote {...hidden} />}
          <PanelBody detail={detail} readOnly={readOnly} />
        </>
      ) : query.error ? (
        <FailedState title={strings.panel.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : selected ? null : (
        <EmptyState icon={MousePointerClick} title={strings.panel.empty.title}>
          <p>{strings.panel.empty.text}</p>
        </EmptyState>
      )}
    </aside>
  );
});

// Memoized, so that an update of the header does not render these hundreds of components.
const PanelBody = memo(function PanelBody({ detail, readOnly }: { detail: ToolDetail; readOnly: boolean }) {
  const decisions = useDecisions();
  const reason = useReadOnlyReason();
  const { server, name } = detail.card;
  const key: ToolKey = { server, tool: name };
  const id = `${server}.${name}`;
  const locked = readOnly ? (reason ?? strings.panel.readOnlyReason) : null;
  const editTitle = () => {
    // A collapsed section has to be rendered first.
    flushSync(() => useCollapsed.getState().open("text"));
    document.getElementById(TITLE_ID)?.focus();
  };
  useShortcuts("panel", { editTitle: readOnly ? null : editTitle });
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0;
  }, [id]);
  // Must follow the effect that scrolls the panel to the top.
  useTargetSection(server, name);
  // Findings that need a fix come before the informational sections.
  const counts = ({ severity, suppression }: FindingView) => suppression === null && severity !== "note";
  const isWrong = detail.problems.length > 0 || detail.findings.some(counts);
  // As it was when the tool was selected: an edit that fixes the last finding must not move the sections.
  const [order, setOrder] = useState({ id, findingsFirst: isWrong });
  if (order.id !== id) setOrder({ id, findingsFirst: isWrong });
  const findings = (
    <FindingsSection
      tool={key}
      findings={detail.findings}
      problems={detail.problems}
      readOnly={locked}
      onFix={(fix) => void decisions.fix(key, fix)}
    />
  );
  return (
    <div className={styles.scroll} ref={scroll} {...SCROLLS}>
      {locked === null ? null : <ReadOnlyNote why={locked} />}
      {detail.drift ? <DriftSection key={`drift ${id}`} card={detail.card} drift={detail.drift} readOnly={readOnly} /> : null}
      <HintsSection key={`hints ${id}`} detail={detail} readOnly={readOnly} />
      {order.findingsFirst ? findings : null}
      <TextSection
        key={`text ${id}`}
        detail={detail}
        readOnly={locked}
        onTitle={(title) => void decisions.decideTitle(key, title)}
        onDescription={(description) => void decisions.decideDescription(key, description)}
        onIcon={(source) => void decisions.decideIcon(key, source)}
      />
      <NotesSection key={`notes ${id}`} detail={detail} readOnly={readOnly} />
      <ToolsetsSection key={`toolsets ${id}`} detail={detail} readOnly={readOnly} />
      <ApprovalSection key={`approval ${id}`} detail={detail} readOnly={readOnly} />
      <ClientsSection clients={detail.clients} />
      <ParametersSection
        key={`parameters ${id}`}
        parameters={detail.parameters}
        coverage={detail.coverage}
        readOnly={locked}
        onDescribe={(parameter, description) => void decisions.decideParameter(key, parameter, description)}
      />
      <JsonSection detail={detail} />
      {order.findingsFirst ? null : findings}
      <CommentSection key={`comment ${id}`} detail={detail} readOnly={locked} />
      <HistorySection tool={key} readOnly={locked} />
    </div>
  );
});
