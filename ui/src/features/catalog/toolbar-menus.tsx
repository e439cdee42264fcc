// Group menu and sort menu of the toolbar.
import { ArrowDownNarrowWide, ArrowDownWideNarrow, ChevronDown } from "lucide-react";
import { memo } from "react";
import { Menu, MenuChoice, MenuLine } from "../../kit/menu";
import { HINT_LABEL, HINTS } from "../../shared/hints";
import type { Grouping, Sort, SortBy } from "../../shared/catalog-layout";
import { useCatalogFilter } from "../../shared/catalog-filter";
import styles from "./toolbar.module.css";

const GROUPINGS: readonly { value: Grouping; label: string }[] = [
  { value: "behaviour", label: "Behaviour" },
  { value: "server", label: "Server" },
  { value: "module", label: "Module" },
  { value: "toolset", label: "Toolset" },
  { value: "none", label: "None" },
];

const SORTS: readonly { value: SortBy | "none"; label: string }[] = [
  { value: "none", label: "As it comes" },
  { value: "title", label: "Title" },
  { value: "name", label: "Name" },
  { value: "server", label: "Server" },
  ...HINTS.map((hint) => ({ value: hint, label: HINT_LABEL[hint] })),
  { value: "tokens", label: "Tokens" },
  { value: "reviewed", label: "Reviewed" },
];

const DIRECTIONS = [
  { value: "up", label: "Ascending" },
  { value: "down", label: "Descending" },
] as const;

export const GroupMenu = memo(function GroupMenu() {
  const grouping = useCatalogFilter((state) => state.grouping);
  const setGrouping = useCatalogFilter((state) => state.setGrouping);
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.select} aria-label={`Group: ${labelOf(GROUPINGS, grouping)}`}>
          <span>Group</span> <b>{labelOf(GROUPINGS, grouping)}</b>
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
  sort ? `${labelOf(SORTS, sort.by)}, ${sort.descending ? "descending" : "ascending"}` : labelOf(SORTS, "none");

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
          aria-label={`Sort: ${sortLabel(sort)}`}
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
