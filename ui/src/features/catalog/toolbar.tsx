// The row above the tools: chips with counts, grouping, order, and cards or table.
import { useView } from "../../shared/view-state";
import { LayoutSwitch } from "./layout-switch";
import type { Counts } from "./row-model";
import { ChipMenu, Chips } from "./toolbar-chips";
import { GroupMenu, SortMenu } from "./toolbar-menus";
import styles from "./toolbar.module.css";

/** From here on the counts take the room of a word. */
const MANY = 1000;

export function Toolbar({ counts }: { counts: Counts }) {
  const isTable = useView((state) => state.layout === "table");
  const namesSort = useView((state) => state.sort !== null && state.layout === "cards");
  return (
    <div className={styles.place}>
      <div
        className={styles.toolbar}
        role="group"
        aria-label="What is shown, and how"
        data-table={isTable || undefined}
        data-full={namesSort || counts.all >= MANY || undefined}
      >
        <Chips counts={counts} />
        <ChipMenu counts={counts} />
        <span className={styles.spacer} />
        <GroupMenu />
        <SortMenu />
        <LayoutSwitch />
      </div>
    </div>
  );
}
