// Layout switch: cards or table; the table layout adds a toggle for the panel.
import { LayoutGrid, PanelRight, Rows3 } from "lucide-react";
import { memo } from "react";
import { IconButton } from "../../kit/button";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useSelection } from "../../shared/selection";
import { strings } from "./strings";
import styles from "./toolbar.module.css";

export const LayoutSwitch = memo(function LayoutSwitch() {
  const layout = useCatalogFilter((state) => state.layout);
  const setLayout = useCatalogFilter((state) => state.setLayout);
  const panelOpen = useSelection((state) => state.panelOpen);
  const setPanelOpen = useSelection((state) => state.setPanelOpen);
  return (
    <>
      <div className={styles.switch} role="group" aria-label={strings.toolbar.layout}>
        <button type="button" aria-pressed={layout === "cards"} aria-label={strings.toolbar.cards} onClick={() => setLayout("cards")}>
          <LayoutGrid size={14} aria-hidden="true" />
          <span>{strings.toolbar.cards}</span>
        </button>
        <button type="button" aria-pressed={layout === "table"} aria-label={strings.toolbar.table} onClick={() => setLayout("table")}>
          <Rows3 size={14} aria-hidden="true" />
          <span>{strings.toolbar.table}</span>
        </button>
      </div>
      {layout === "table" ? (
        <IconButton label={strings.toolbar.panel} aria-pressed={panelOpen} onClick={() => setPanelOpen(!panelOpen)}>
          <PanelRight size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </>
  );
});
