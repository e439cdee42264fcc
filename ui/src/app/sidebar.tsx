// The sidebar: the environment, what is to be reviewed, the servers, what can be done with decisions, and the store.
import { Asterisk, Database, History, LayoutGrid, ListChecks, Plus, Upload } from "lucide-react";
import type { Catalog } from "../backend";
import { EnvironmentSwitch } from "../features/environments/environment-switch";
import { IconButton } from "../kit/button";
import { useView } from "../shared/view-state";
import { NavItem } from "./nav-item";
import { ServerItem } from "./server-item";
import { ThemeChoice } from "./theme-choice";
import row from "../shared/nav-row.module.css";
import styles from "./sidebar.module.css";

export function Sidebar({ catalog }: { catalog: Catalog | undefined }) {
  const { view, server, showCatalog, showServers, showExport, showReview, showRules, showHistory, open } = useView();
  return (
    <nav className={styles.sidebar} aria-label="Main">
      <div className={styles.head}>
        <EnvironmentSwitch catalog={catalog} />
      </div>
      <div className={styles.scroll}>
        <NavItem
          testId="nav-review"
          current={view === "review"}
          onSelect={showReview}
          icon={<ListChecks size={14} aria-hidden="true" />}
          count={catalog?.toReview.toLocaleString("en")}
        >
          Review queue
        </NavItem>
        <NavItem
          testId="nav-all"
          current={view === "catalog" && server === null}
          onSelect={() => showCatalog(null)}
          icon={<LayoutGrid size={14} aria-hidden="true" />}
          count={catalog?.cards.length.toLocaleString("en")}
        >
          All tools
        </NavItem>
        <div className={styles.section}>
          <h2>
            <button
              type="button"
              className={styles.heading}
              data-testid="nav-servers"
              aria-current={view === "servers" ? "page" : undefined}
              onClick={() => showServers()}
            >
              Servers
            </button>
          </h2>
          <IconButton
            label="Add a server"
            className={styles.add}
            data-testid="add-server"
            onClick={() => open({ kind: "addServer", way: "command" })}
          >
            <Plus size={12} strokeWidth={2.25} aria-hidden="true" />
          </IconButton>
        </div>
        {catalog?.servers.map((s) => (
          <ServerItem key={s.name} server={s} current={view === "catalog" && server === s.name} />
        ))}
        <div className={styles.gap} />
        <NavItem
          testId="nav-rules"
          current={view === "rules"}
          onSelect={showRules}
          icon={<Asterisk size={14} aria-hidden="true" />}
        >
          Rules
        </NavItem>
        <NavItem
          testId="nav-history"
          current={view === "history"}
          onSelect={showHistory}
          icon={<History size={14} aria-hidden="true" />}
        >
          History
        </NavItem>
        <NavItem
          testId="nav-export"
          current={view === "export"}
          onSelect={showExport}
          icon={<Upload size={14} aria-hidden="true" />}
        >
          Export
        </NavItem>
      </div>
      <div className={styles.foot}>
        <button type="button" className={row.row} data-testid="nav-store" onClick={() => open({ kind: "store" })}>
          <Database size={14} aria-hidden="true" />
          Store
        </button>
        <ThemeChoice />
      </div>
    </nav>
  );
}
