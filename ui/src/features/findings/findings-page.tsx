// Findings page: the list of findings of all tools, and a panel with the selected finding and the profile's readiness.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import type { Catalog, FindingRow } from "../../backend";
import { rowAfter } from "../../kit/use-virtual-rows";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { FailedState } from "../../shared/failed-state";
import { findingId, inputOf, positionOf, useFindingsFilter } from "../../shared/findings-filter";
import { FindingList } from "./finding-list";
import { FindingsHead } from "./findings-head";
import { FindingsPanel } from "./findings-panel";
import { FindingsToolbar } from "./findings-toolbar";
import { findingsQuery } from "./queries";
import { FindingsLoading, NoFindings } from "./states";
import { useFindingActions } from "./use-finding-actions";
import { useFindingKeys } from "./use-finding-keys";
import { useFindingRows } from "./use-finding-rows";
import page from "../../shared/page.module.css";
import { strings } from "./strings";

const PAGE = 8;
const NONE: readonly FindingRow[] = [];

export function FindingsPage({ catalog }: { catalog: Catalog }) {
  const filter = useFindingsFilter();
  const input = inputOf(filter);
  const query = useQuery({ ...findingsQuery(input), placeholderData: keepPreviousData });
  // After an error, the placeholder data of the previous query must not be shown.
  const view = query.error ? undefined : query.data;
  const { readOnly } = catalog;
  const field = useRef<HTMLInputElement>(null);
  const actions = useFindingActions();
  const rows = view?.rows ?? NONE;
  const current = positionOf(rows, filter.current);
  const row = rows[current];
  const { virtualRows, isNarrow } = useFindingRows(rows.length, current);
  const { reveal } = virtualRows;
  useLayoutEffect(() => reveal(current), [reveal, current]);

  const goTo = (at: number) => {
    const next = rows[at];
    if (next) filter.goTo({ id: findingId(next), at });
  };
  const writable = readOnly === null ? row : undefined;
  useFindingKeys({
    search: () => {
      field.current?.focus();
      field.current?.select();
    },
    move: (step) => {
      const next = rowAfter(step, current, rows.length, PAGE);
      if (next === undefined || rows.length === 0) return;
      if (next !== current) virtualRows.follow();
      goTo(next);
    },
    fix: writable?.finding.fix && !writable.finding.suppression ? () => actions.fix(writable) : null,
    openTool: row ? () => actions.openTool(row) : null,
    suppress: writable ? () => (writable.finding.suppression ? actions.unsuppress : actions.suppress)(writable) : null,
  });

  return (
    <>
      <main className={page.main} data-testid="findings-page">
        <FindingsHead field={field} view={view} input={input} busy={query.isPlaceholderData} readOnly={readOnly} />
        {view ? <FindingsToolbar view={view} input={input} readOnly={readOnly !== null} /> : null}
        <div role="status">
          <VisuallyHidden>{view && !query.isPlaceholderData ? strings.page.resultCount(view.matching) : ""}</VisuallyHidden>
        </div>
        {view && rows.length > 0 ? (
          <FindingList
            view={view}
            virtualRows={virtualRows}
            isNarrow={isNarrow}
            current={current}
            readOnly={readOnly}
            busy={query.isPlaceholderData}
            actions={actions}
            onSelect={goTo}
          />
        ) : view ? (
          <NoFindings view={view} onCleared={() => field.current?.focus()} />
        ) : query.error ? (
          <FailedState title={strings.page.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <FindingsLoading />
        )}
      </main>
      <FindingsPanel view={view} row={row} readOnly={readOnly} actions={actions} />
    </>
  );
}
