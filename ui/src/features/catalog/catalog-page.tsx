// Catalog page: search field, toolbar, card grid or table, and the panel of the selected tool.
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Catalog } from "../../backend";
import { VisuallyHidden } from "../../kit/visually-hidden";
import { useAppearance } from "../../shared/appearance";
import { ServerText } from "../../shared/server-text";
import { keyOf } from "../../shared/tool-id";
import { useStableCallback } from "../../shared/use-stable-callback";
import { useNavigation } from "../../shared/navigation";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useSelection } from "../../shared/selection";
import { EnvironmentChip } from "../environments/environment-chip";
import { ServerFailure } from "../servers/server-failure";
import { ServerScanSummary } from "../servers/server-scan-summary";
import { ToolPanel } from "../tool/tool-panel";
import { BulkBar } from "../bulk/bulk-bar";
import { BadgeLegend } from "./badge-legend";
import { CardGrid } from "./card-grid";
import { columnsFor } from "./layout";
import type { Move } from "./row-model";
import { CARD_HEIGHTS, moveFrom } from "./row-model";
import { SearchField } from "./search-field";
import { SearchProblems } from "./search-problems";
import { StaleBanner } from "./stale-banner";
import { NoMatch, NoTools } from "./states";
import { strings } from "./strings";
import { TableGrid } from "./table-grid";
import { Toolbar } from "./toolbar";
import { useCatalogKeys } from "./use-catalog-keys";
import { useCatalogModel } from "./use-catalog-model";
import { useCompletions } from "./use-completions";
import type { GridIntents } from "./use-grid-events";
import { useFocusBack } from "./use-focus-back";
import { useMarks } from "./use-marks";
import styles from "./catalog-page.module.css";
import page from "../../shared/page.module.css";

const SIDE_PADDING = 24;

export function CatalogPage({ catalog }: { catalog: Catalog }) {
  const [columns, setColumns] = useState(3);
  // Sidebar rows: they count toward the page's budget of DOM nodes.
  const lines = catalog.servers.length + catalog.toolsets.length;
  const cardHeight = useAppearance(({ density }) => CARD_HEIGHTS[density]);
  const onSize = useCallback(
    (width: number, height: number) => setColumns(columnsFor(width - SIDE_PADDING, height, lines, cardHeight)),
    [lines, cardHeight],
  );
  const isTable = useCatalogFilter((state) => state.layout === "table");
  const model = useCatalogModel(catalog, isTable ? 1 : columns);
  const completions = useCompletions();
  const serverName = useCatalogFilter((state) => state.server);
  const toggleGroup = useCatalogFilter((state) => state.toggleGroup);
  const selected = useSelection((state) => state.selected);
  const select = useSelection((state) => state.select);
  const panelOpen = useSelection((state) => state.panelOpen);
  const setPanelOpen = useSelection((state) => state.setPanelOpen);
  const { rows, position, filtered, keyAt, setPlace } = model;
  const server = catalog.servers.find((s) => s.name === serverName);
  const inServer = server ? server.tools : catalog.cards.length;

  // The panel shows the selected tool if it belongs to the chosen server, otherwise the first tool of the list.
  const exists =
    selected !== null &&
    (serverName === null || selected.server === serverName) &&
    catalog.cards.some((c) => c.name === selected.tool && c.server === selected.server);
  const first = keyAt(0);
  useEffect(() => {
    if (!exists && (first || selected)) select(first);
  });

  const marks = useMarks(catalog.cards, filtered.indices, rows.order);
  const goTo = (at: number) => {
    const key = keyAt(at);
    setPlace(at);
    if (key) select(key);
  };
  const extendTo = (at: number) => {
    marks.extend(position, at);
    goTo(at);
  };
  const move = (to: Move) => {
    marks.leaveRange();
    goTo(moveFrom(rows, position, to));
  };
  const intents: GridIntents = {
    onSelect: goTo,
    onOpen: (at) => {
      marks.leaveRange();
      goTo(at);
      if (isTable) setPanelOpen(true);
    },
    onMove: move,
    onMark: marks.toggle,
    onExtend: extendTo,
    onExtendBy: (to) => extendTo(moveFrom(rows, position, to)),
  };
  const goBack = useStableCallback(() => move("left"));
  const goOn = useStableCallback(() => move("right"));
  const readOnly = catalog.readOnly !== null;
  useCatalogKeys({
    next: () => move("right"),
    previous: () => move("left"),
    move,
    extendBy: intents.onExtendBy,
    mark: () => marks.toggle(position),
    markAll: marks.markAll,
    clearMarks: marks.clear,
    marking: marks.marked.size > 0,
    // A shortcut must not change a tool that the filter hides.
    current: exists && position >= 0 ? selected : null,
    editable: exists && position >= 0 && !readOnly ? selected : null,
    readOnly,
  });

  const title = server ? server.name : strings.page.title;
  const listedCount = filtered.indices.length;
  const countLabel = strings.page.count(listedCount, inServer);
  const grid = {
    cards: catalog.cards,
    model: rows,
    position,
    label: server ? strings.page.toolsOf(server.name) : strings.page.title,
    manyServers: server === undefined && catalog.servers.length > 1,
    marked: marks.marked,
    intents,
    onToggle: toggleGroup,
    onSize,
  };
  // The toolset contains all listed tools, whatever filters them: the query, a chip or a server.
  const openNewToolset = () => {
    const tools = filtered.indices.flatMap((index) => {
      const card = catalog.cards[index];
      return card ? [keyOf(card)] : [];
    });
    useNavigation.getState().open({ kind: "newToolset", from: { kind: "listed", tools } });
  };
  const hiddenReason = !exists || position >= 0 ? null : model.isListed ? "group" : "filter";
  const showSelected = useStableCallback(() => {
    const { clearFilter, expandAll } = useCatalogFilter.getState();
    if (hiddenReason === "filter") clearFilter();
    expandAll();
  });
  const hidden = useMemo(
    () => (hiddenReason === null ? null : { reason: hiddenReason, onShow: showSelected } as const),
    [hiddenReason, showSelected],
  );
  const showsPanel = !isTable || panelOpen;
  useFocusBack(showsPanel, position);
  return (
    <>
      <main
        className={showsPanel ? page.main : `${page.main} ${styles.wide}`}
        data-testid="catalog"
        data-total={catalog.cards.length}
        data-shown={listedCount}
      >
        <div className={page.head}>
          <h1 className={page.title}>
            <ServerText text={title} />
          </h1>
          <EnvironmentChip environment={catalog.environment} />
          <SearchField
            resultCount={countLabel}
            completions={completions}
            problems={model.problems}
            filters={catalog.filters}
            readOnly={readOnly}
            listedCount={listedCount}
            onNewToolset={openNewToolset}
          />
          <BadgeLegend />
        </div>
        <Toolbar counts={filtered.counts} />
        {/* No problems while suggestions are open: the user is still typing. */}
        <SearchProblems problems={completions.list.length > 0 ? [] : model.problems} />
        <div role="status">
          <VisuallyHidden>{strings.page.announced(countLabel)}</VisuallyHidden>
        </div>
        {server && inServer > 0 && (server.stale || server.failure) ? (
          <StaleBanner server={server} />
        ) : server?.failure ? (
          <ServerFailure server={server} failure={server.failure} />
        ) : null}
        {listedCount > 0 && isTable ? (
          <TableGrid
            key={serverName}
            {...grid}
            allMarked={marks.all}
            onMarkAll={marks.markAll}
            onClearMarks={marks.clear}
          />
        ) : listedCount > 0 ? (
          <CardGrid key={serverName} {...grid} />
        ) : inServer > 0 ? (
          <NoMatch hidden={inServer} />
        ) : server?.state === "connecting" || (!server && catalog.servers.some((s) => s.state === "connecting")) ? (
          <ServerScanSummary server={server?.name ?? null} />
        ) : server?.failure ? null : (
          <NoTools server={server} />
        )}
        {/* The page of a server that shows no tools: the marked tools are those of other servers. */}
        {server?.failure && inServer === 0 ? null : (
          <BulkBar
            count={marks.marked.size}
            tokens={marks.tokens}
            hidden={marks.hidden}
            matching={listedCount}
            allMarked={marks.all}
            readOnly={readOnly}
            onMarkAll={marks.markAll}
            onClear={marks.clear}
          />
        )}
      </main>
      {showsPanel ? (
        <ToolPanel
          selected={exists ? selected : null}
          readOnly={readOnly}
          hidden={hidden}
          onPrevious={position > 0 ? goBack : null}
          onNext={position < rows.order.length - 1 ? goOn : null}
        />
      ) : null}
    </>
  );
}
