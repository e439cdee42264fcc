// Findings page: the list of findings of all tools, and a panel with the selected finding and the profile's readiness.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import type { Catalog, FindingRow } from "../../backend";
import { rowAfter, useVirtualRows } from "../../kit/use-virtual-rows";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { counted } from "../../shared/ago";
import { FailedState } from "../../shared/failed-state";
import { findingId, inputOf, positionOf, useFindingsFilter } from "../../shared/findings-filter";
import { FINDING_HEIGHT, FindingList } from "./finding-list";
import { FindingsHead } from "./findings-head";
import { FindingsPanel } from "./findings-panel";
import { FindingsToolbar } from "./findings-toolbar";
import { findingsQuery } from "./queries";
import { FindingsLoading, NoFindings } from "./states";
import { useFindingActions } from "./use-finding-actions";
import { useFindingKeys } from "./use-finding-keys";
import page from "../../shared/page.module.css";

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
  const acts = useFindingActions();
  const rows = view?.rows ?? NONE;
  const current = positionOf(rows, filter.current);
  const row = rows[current];
  const drawn = useVirtualRows({ count: rows.length, current, size: () => FINDING_HEIGHT, overscan: 4 });
  const { reveal } = drawn;
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
      if (next !== current) drawn.follow();
      goTo(next);
    },
    fix: writable?.finding.fix && !writable.finding.suppression ? () => acts.fix(writable) : null,
    openTool: row ? () => acts.openTool(row) : null,
    ignore: writable ? () => (writable.finding.suppression ? acts.countAgain : acts.ignore)(writable) : null,
  });

  return (
    <>
      <main className={page.main} data-testid="findings-page">
        <FindingsHead field={field} view={view} input={input} busy={query.isPlaceholderData} readOnly={readOnly} />
        {view ? <FindingsToolbar view={view} input={input} readOnly={readOnly !== null} /> : null}
        <div role="status">
          <VisuallyHidden>{view && !query.isPlaceholderData ? counted(view.matching, "finding") : ""}</VisuallyHidden>
        </div>
        {view && rows.length > 0 ? (
          <FindingList
            view={view}
            drawn={drawn}
            current={current}
            readOnly={readOnly}
            busy={query.isPlaceholderData}
            acts={acts}
            onSelect={goTo}
          />
        ) : view ? (
          <NoFindings view={view} onCleared={() => field.current?.focus()} />
        ) : query.error ? (
          <FailedState title="The findings could not be read" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <FindingsLoading />
        )}
      </main>
      <FindingsPanel view={view} row={row} readOnly={readOnly} acts={acts} />
    </>
  );
}
