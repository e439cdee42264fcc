// The catalog as the window shows it now: cards, what passes the filter, and the rows they form.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Catalog, FilterProblem, ToolKey } from "../../backend";
import { catalogQuery } from "../../backend/queries";
import { useView } from "../../shared/view-state";
import type { Filtered, RowModel } from "./row-model";
import { buildRows, filterCards } from "./row-model";
import { sortIndices } from "./sort";
import { useSearch } from "./use-search";

export type CatalogModel = {
  filtered: Filtered;
  rows: RowModel;
  problems: readonly FilterProblem[];
  /** Where the selected tool stands in rows.order; -1 when it is not shown. */
  position: number;
  keyAt: (position: number) => ToolKey | null;
};

export function useCatalogModel(catalog: Catalog, columns: number): CatalogModel {
  const { server, behaviour, grouping, sort, query, collapsed, selected } = useView();
  const search = useSearch(query, catalog.revision);
  const { cards } = catalog;
  const filtered = useMemo(
    () => filterCards(cards, { matches: search.matches, server, behaviour }),
    [cards, search.matches, server, behaviour],
  );
  const sorted = useMemo(() => sortIndices(cards, filtered.indices, sort), [cards, filtered, sort]);
  const rows = useMemo(
    () => buildRows(cards, sorted, { grouping, collapsed, columns }),
    [cards, sorted, grouping, collapsed, columns],
  );
  const position = useMemo(() => {
    if (!selected) return -1;
    return rows.order.findIndex((index) => {
      const card = cards[index];
      return card?.name === selected.tool && card.server === selected.server;
    });
  }, [cards, rows, selected]);
  const keyAt = (at: number): ToolKey | null => {
    const card = cards[rows.order[at] ?? -1];
    return card ? { server: card.server, tool: card.name } : null;
  };
  return { filtered, rows, problems: search.problems, position, keyAt };
}

export const useCatalog = () => useQuery(catalogQuery);
