// Toolbar above the tools: chips with counts, group menu, sort menu, layout switch; two rows in a narrow container.
import { memo } from "react";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { LayoutSwitch } from "./layout-switch";
import type { Counts } from "./row-model";
import { ChipMenu, Chips } from "./toolbar-chips";
import { GroupMenu, SortMenu } from "./toolbar-menus";
import { strings } from "./strings";
import styles from "./toolbar.module.css";

/** From this number of tools on, the counts are as wide as a label. */
const MANY = 1000;

// Memoised: the catalog page renders on every keystroke in its search field, the counts change only with the results.
export const Toolbar = memo(function Toolbar({ counts }: { counts: Counts }) {
  const isTable = useCatalogFilter((state) => state.layout === "table");
  const namesSort = useCatalogFilter((state) => state.sort !== null && state.layout === "cards");
  return (
    <div className={styles.container}>
      <div
        className={styles.toolbar}
        role="group"
        aria-label={strings.toolbar.label}
        data-table={isTable || undefined}
        data-full={namesSort || counts.all >= MANY || undefined}
      >
        <Chips counts={counts} />
        <ChipMenu counts={counts} />
        <div className={styles.controls}>
          <GroupMenu />
          <SortMenu />
          <LayoutSwitch />
        </div>
      </div>
    </div>
  );
});
