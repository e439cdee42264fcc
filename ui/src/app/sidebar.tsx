// Sidebar: environment, active toolset, navigation to the pages, servers, toolsets, and preferences.
import { PanelLeft, Plus, SlidersHorizontal } from "lucide-react";
import type { Catalog } from "../backend";
import { useApprovalQueue } from "../features/approvals/approval-queue";
import { formatPendingCount } from "../features/approvals/strings";
import { EnvironmentSwitch } from "../features/environments/environment-switch";
import { useGatewayRunning } from "../features/gateway/queries";
import { ActiveToolsetSwitch } from "../features/toolsets/active-toolset-switch";
import { IconButton } from "../kit/button";
import { keysOf } from "../shared/keymap";
import type { View } from "../shared/navigation";
import { useNavigation } from "../shared/navigation";
import { useCatalogFilter } from "../shared/catalog-filter";
import { openDrawer } from "./drawer";
import { NavItem } from "./nav-item";
import { PAGES } from "../shared/pages";
import { ServerItem } from "./server-item";
import { strings } from "./strings";
import { ToolsetSection } from "./toolset-section";
import { closeDrawer } from "./use-drawer-keys";
import styles from "./sidebar.module.css";

const { sidebar: text } = strings;

type Props = {
  catalog: Catalog | undefined;
  /** Shows only icons, and a button that expands the sidebar over the page. */
  rail: boolean;
  expanded: boolean;
};

const COUNT: Partial<Record<View, (catalog: Catalog) => number>> = {
  review: ({ toReview, proposedNotes }) => toReview + proposedNotes,
  catalog: ({ cards }) => cards.length,
  findings: ({ findings }) => findings,
};

/** What a count counts, where the label of the page does not say it. */
const COUNT_LABEL: Partial<Record<View, (catalog: Catalog) => string>> = {
  review: ({ toReview, proposedNotes }) => text.toReview(toReview, proposedNotes),
  findings: ({ findings }) => text.findings(findings),
};

export function Sidebar({ catalog, rail, expanded }: Props) {
  const view = useNavigation((state) => state.view);
  const open = useNavigation((state) => state.open);
  const showPreferences = useNavigation((state) => state.showPreferences);
  const server = useCatalogFilter((state) => state.server);
  const iconsOnly = rail && !expanded;
  const gatewayIsOn = useGatewayRunning();
  const pendingCount = useApprovalQueue((queue) => queue.pending.length);
  const hasPendingApprovals = (of: View): boolean => of === "gateway" && pendingCount > 0;
  const countOf = (of: View): string | undefined => {
    if (hasPendingApprovals(of)) return formatPendingCount(pendingCount);
    return of === "gateway" ? (gatewayIsOn ? text.gatewayOn : undefined) : catalog && COUNT[of]?.(catalog).toLocaleString("en");
  };
  const items = (views: readonly View[]) =>
    views.map((of) => {
      const page = PAGES.find((p) => p.view === of);
      if (!page) return null;
      const { icon: Icon, label, testId } = page;
      return (
        <NavItem
          key={of}
          testId={testId}
          current={view === of && (of !== "catalog" || server === null)}
          onSelect={() => page.show(useNavigation.getState())}
          icon={<Icon size={14} aria-hidden="true" />}
          count={countOf(of)}
          countLabel={catalog && COUNT_LABEL[of]?.(catalog)}
          {...(hasPendingApprovals(of) ? { tone: "warn" as const } : {})}
          hint={text.withKeys(iconsOnly && hasPendingApprovals(of) ? text.withStatus(label, formatPendingCount(pendingCount)) : label, keysOf(`window.${page.view}`))}
        >
          {label}
        </NavItem>
      );
    });
  return (
    <nav className={styles.sidebar} aria-label={text.label} data-rail={rail || undefined} data-expanded={expanded || undefined}>
      <div className={styles.head}>
        {rail ? (
          <IconButton
            label={expanded ? text.collapse : text.expand}
            aria-expanded={expanded}
            data-testid="show-sidebar"
            onClick={() => (expanded ? closeDrawer() : openDrawer("menu"))}
          >
            <PanelLeft size={14} aria-hidden="true" />
          </IconButton>
        ) : null}
        {iconsOnly ? null : <EnvironmentSwitch catalog={catalog} />}
      </div>
      {iconsOnly ? null : <ActiveToolsetSwitch catalog={catalog} />}
      <div className={styles.scroll}>
        {/* No items before the catalog has loaded: an item must not move away while the user presses it. */}
        {catalog ? (
          <>
            {items(["review", "catalog"])}
            {iconsOnly ? (
              items(["servers"])
            ) : (
              <>
                <div className={styles.section}>
                  <h2>
                    <button
                      type="button"
                      className={styles.heading}
                      data-testid="nav-servers"
                      aria-current={view === "servers" ? "page" : undefined}
                      title={text.withKeys(text.servers, keysOf("window.servers"))}
                      onClick={() => useNavigation.getState().showServers()}
                    >
                      {text.servers}
                    </button>
                  </h2>
                  <IconButton
                    label={text.addServer}
                    className={styles.add}
                    data-testid="add-server"
                    onClick={() => open({ kind: "addServer", tab: "command" })}
                  >
                    <Plus size={12} strokeWidth={2.25} aria-hidden="true" />
                  </IconButton>
                </div>
                {catalog.servers.map((s) => (
                  <ServerItem key={s.name} server={s} current={view === "catalog" && server === s.name} />
                ))}
              </>
            )}
            <ToolsetSection catalog={catalog} iconsOnly={iconsOnly} />
            <div className={styles.gap} />
            {items(["findings", "rules", "history", "export", "gateway"])}
          </>
        ) : null}
      </div>
      <div className={styles.foot}>
        <NavItem
          testId="nav-preferences"
          current={view === "preferences"}
          onSelect={showPreferences}
          icon={<SlidersHorizontal size={14} aria-hidden="true" />}
          hint={text.withKeys(text.preferences, keysOf("window.preferences"))}
        >
          {text.preferences}
        </NavItem>
      </div>
    </nav>
  );
}
