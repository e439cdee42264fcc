// The sidebar: all tools, the servers, export, and the theme.
import { LayoutGrid, Plus, Upload } from "lucide-react";
import type { Catalog } from "../backend";
import { IconButton } from "../kit/button";
import { useView } from "../shared/view-state";
import { Brand } from "./brand";
import { NavItem } from "./nav-item";
import { ServerItem } from "./server-item";
import { ThemeChoice } from "./theme-choice";
import styles from "./sidebar.module.css";

export function Sidebar({ catalog }: { catalog: Catalog | undefined }) {
  const { view, server, showCatalog, showServers, showExport, open } = useView();
  return (
    <nav className={styles.sidebar} aria-label="Main">
      <div className={styles.head}>
        <Brand />
        Hintsmith
      </div>
      <div className={styles.scroll}>
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
          testId="nav-export"
          current={view === "export"}
          onSelect={showExport}
          icon={<Upload size={14} aria-hidden="true" />}
        >
          Export
        </NavItem>
      </div>
      <div className={styles.foot}>
        <ThemeChoice />
      </div>
    </nav>
  );
}
