// Group menu and sort menu of the toolbar.
import { ArrowDownNarrowWide, ArrowDownWideNarrow, ChevronDown, Layers } from "lucide-react";
import { memo } from "react";
import { Menu, MenuChoice, MenuLine } from "../../kit/menu";
import { HINTS } from "../../shared/hints";
import type { Grouping, Sort, SortBy } from "../../shared/catalog-layout";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { strings } from "./strings";
import styles from "./toolbar.module.css";

const GROUPINGS: readonly { value: Grouping; label: string }[] = [
  { value: "behaviour", label: strings.toolbar.groupings.behaviour },
  { value: "server", label: strings.toolbar.groupings.server },
  { value: "module", label: strings.toolbar.groupings.module },
  { value: "toolset", label: strings.toolbar.groupings.toolset },
  { value: "none", label: strings.toolbar.groupings.none },
];

const SORTS: readonly { value: SortBy | "none"; label: string }[] = [
  { value: "none", label: strings.toolbar.defaultOrder },
  { value: "title", label: strings.columns.title },
  { value: "name", label: strings.columns.name },
  { value: "server", label: strings.columns.server },
  ...HINTS.map((hint) => ({ value: hint, label: strings.columns[hint] })),
  { value: "tokens", label: strings.columns.tokens },
  { value: "reviewed", label: strings.columns.reviewed },
];

const DIRECTIONS = [
  { value: "up", label: strings.toolbar.ascending },
  { value: "down", label: strings.toolbar.descending },
] as const;

export const GroupMenu = memo(function GroupMenu() {
  const grouping = useCatalogFilter((state) => state.grouping);
  const setGrouping = useCatalogFilter((state) => state.setGrouping);
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.select} aria-label={strings.toolbar.groupBy(labelOf(GROUPINGS, grouping))}>
          <Layers className={styles.groupIcon} size={14} aria-hidden="true" />
          <span>{strings.toolbar.group}</span> <b>{labelOf(GROUPINGS, grouping)}</b>
          <ChevronDown size={12} strokeWidth={2.25} aria-hidden="true" />
        </button>
      }
    >
      <MenuChoice value={grouping} choices={GROUPINGS} onChange={setGrouping} />
    </Menu>
  );
});

const labelOf = <T extends string>(list: readonly { value: T; label: string }[], value: T): string =>
  list.find((entry) => entry.value === value)?.label ?? "";

const sortLabel = (sort: Sort): string =>
  sort ? strings.toolbar.sortedBy(labelOf(SORTS, sort.by), sort.descending) : labelOf(SORTS, "none");

export const SortMenu = memo(function SortMenu() {
  const sort = useCatalogFilter((state) => state.sort);
  const setSort = useCatalogFilter((state) => state.setSort);
  const layout = useCatalogFilter((state) => state.layout);
  const Icon = sort?.descending ? ArrowDownWideNarrow : ArrowDownNarrowWide;
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={styles.select}
          data-set={sort !== null || undefined}
          aria-label={strings.toolbar.sortBy(sortLabel(sort))}
        >
          <Icon size={14} aria-hidden="true" />
          {/* Cards only: the table header already shows the sort column. */}
          {sort && layout === "cards" ? <b className={styles.sorted}>{labelOf(SORTS, sort.by)}</b> : null}
        </button>
      }
    >
      <MenuChoice
        value={sort?.by ?? "none"}
        choices={SORTS}
        onChange={(by) => setSort(by === "none" ? null : { by, descending: sort?.descending ?? false })}
      />
      {sort ? (
        <>
          <MenuLine />
          <MenuChoice
            value={sort.descending ? "down" : "up"}
            choices={DIRECTIONS}
            onChange={(direction) => setSort({ ...sort, descending: direction === "down" })}
          />
        </>
      ) : null}
    </Menu>
  );
});
