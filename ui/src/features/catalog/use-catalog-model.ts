// View model of the catalog page: filtered cards, their rows, and the position of the selected tool.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Catalog, FilterProblem, ToolKey } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useSelection } from "../../shared/selection";
import { useSearch } from "../../shared/use-search";
import type { Filtered, RowModel } from "./row-model";
import { buildRows, filterCards } from "./row-model";
import { sortIndices } from "./sort";
import { useHeldPlace } from "./use-held-place";

export type CatalogModel = {
  filtered: Filtered;
  rows: RowModel;
  problems: readonly FilterProblem[];
  /** The selected tool passes the filter; it can still be in a collapsed group. */
  isListed: boolean;
  /** Index of the selected tool in rows.order; -1 if it is not listed. */
  position: number;
  keyAt: (position: number) => ToolKey | null;
  /** Selects one occurrence of a tool that is in several groups. */
  setPlace: (position: number) => void;
};

export function useCatalogModel(catalog: Catalog, columns: number): CatalogModel {
  const server = useCatalogFilter((state) => state.server);
  const behaviour = useCatalogFilter((state) => state.behaviour);
  const grouping = useCatalogFilter((state) => state.grouping);
  const sort = useCatalogFilter((state) => state.sort);
  const query = useCatalogFilter((state) => state.query);
  const collapsed = useCatalogFilter((state) => state.collapsed);
  const selected = useSelection((state) => state.selected);
  const search = useSearch(query, catalog.revision);
  const { cards } = catalog;
  const view = JSON.stringify([catalog.environment, server, behaviour, grouping, sort, query.trim()]);
  const placed = useHeldPlace(cards, selected, view, search);
  const filtered = useMemo(
    () => filterCards(cards, { matches: placed.matches, server, behaviour }, placed.cards),
    [cards, placed, server, behaviour],
  );
  const sorted = useMemo(() => sortIndices(placed.cards, filtered.indices, sort), [placed, filtered, sort]);
  const rows = useMemo(
    () => buildRows(cards, sorted, { grouping, collapsed, columns }, placed.cards),
    [cards, placed, sorted, grouping, collapsed, columns],
  );
  const [place, setPlace] = useState(-1);
  const position = useMemo(() => {
    if (!selected) return -1;
    const isSelected = (index: number) => {
      const card = cards[index];
      return card?.name === selected.tool && card.server === selected.server;
    };
    return isSelected(rows.order[place] ?? -1) ? place : rows.order.findIndex(isSelected);
  }, [cards, rows, selected, place]);
  const isListed = useMemo(
    () => position >= 0 || filtered.indices.some((index) => cards[index]?.name === selected?.tool && cards[index]?.server === selected?.server),
    [position, filtered, cards, selected],
  );
  const keyAt = (at: number): ToolKey | null => {
    const card = cards[rows.order[at] ?? -1];
    return card ? { server: card.server, tool: card.name } : null;
  };
  return { filtered, rows, problems: search.problems, isListed, position, keyAt, setPlace };
}

export const useCatalog = () => useQuery(catalogQuery);
