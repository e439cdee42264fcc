// Layout of sidebar, page and bottom bar: side by side, or with the sidebar and the tool panel as drawers in a narrow window.
import type { CSSProperties, ReactNode } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Catalog } from "../backend";
import { useAppearance } from "../shared/appearance";
import { useNavigation } from "../shared/navigation";
import { useCatalogFilter } from "../shared/catalog-filter";
import { useSelection } from "../shared/selection";
import { BottomBar, BottomBarPlaceholder } from "./bottom-bar";
import { widthsOf } from "./pane-width";
import { ReadOnlyBanner } from "./read-only-banner";
import { Sidebar } from "./sidebar";
import { Splitter } from "./splitter";
import { strings } from "./strings";
import { ToolDrawerHead } from "./tool-drawer-head";
import { closeDrawer, drawerOpeners, useDrawerKeys } from "./use-drawer-keys";
import { NARROW, useWindowWidth } from "./window-width";
import styles from "./window.module.css";

export function Panes({ catalog, children }: { catalog: Catalog | undefined; children: ReactNode }) {
  const view = useNavigation((state) => state.view);
  const width = useWindowWidth();
  const chosen = useAppearance(useShallow(({ sidebar, panel }) => ({ sidebar, panel })));
  const narrow = width < NARROW;
  const drawer = useDrawerKeys(narrow);
  const hasPanel = view === "catalog" || view === "findings";
  const isCards = useCatalogFilter((state) => state.layout === "cards");
  const panelOpen = useSelection((state) => state.panelOpen);
  const showsPanel = view === "findings" || (view === "catalog" && (isCards || panelOpen));
  const widths = widthsOf(chosen, width, hasPanel);
  const style = narrow ? undefined : { "--sidebar": `${widths.sidebar.width}px`, "--panel": `${widths.panel.width}px` };
  return (
    <div
      className={styles.window}
      style={style as CSSProperties | undefined}
      data-view={view}
      data-narrow={narrow || undefined}
      data-drawer={drawer ?? undefined}
      {...(narrow && hasPanel ? drawerOpeners : {})}
    >
      {catalog?.readOnly ? <ReadOnlyBanner reason={catalog.readOnly} /> : null}
      <Sidebar catalog={catalog} rail={narrow} expanded={drawer === "menu"} />
      {drawer === "tool" && hasPanel ? <ToolDrawerHead kind={view === "findings" ? "finding" : "tool"} /> : null}
      {children}
      {narrow ? null : (
        <section className={styles.edges} aria-label={strings.panes.splitters}>
          <Splitter pane="sidebar" room={widths.sidebar} />
          {showsPanel && catalog ? <Splitter pane="panel" room={widths.panel} /> : null}
        </section>
      )}
      {drawer === "menu" ? <div className={styles.shade} onPointerDown={closeDrawer} /> : null}
      {catalog ? <BottomBar changes={catalog.changes} readOnly={catalog.readOnly !== null} /> : <BottomBarPlaceholder />}
    </div>
  );
}
