// Toolsets section of the sidebar, with buttons to create and import toolsets.
import { Briefcase, Ellipsis, FileDown, Plus } from "lucide-react";
import type { Catalog } from "../backend";
import { IconButton } from "../kit/button";
import { Menu, MenuItem } from "../kit/menu";
import { asPlainString } from "../shared/hidden-characters";
import { useNavigation } from "../shared/navigation";
import { openDrawer } from "./drawer";
import { NavItem } from "./nav-item";
import { strings } from "./strings";
import { ToolsetItem } from "./toolset-item";
import styles from "./sidebar.module.css";

const { toolsets: text } = strings;

type Props = { catalog: Catalog; /** Renders only an icon, which expands the sidebar. */ iconsOnly: boolean };

export function ToolsetSection({ catalog, iconsOnly }: Props) {
  const view = useNavigation((state) => state.view);
  const toolset = useNavigation((state) => state.toolset);
  const open = useNavigation((state) => state.open);
  const readOnly = catalog.readOnly !== null;
  const active = catalog.toolsets.find((set) => set.active);
  if (iconsOnly) {
    if (catalog.toolsets.length === 0) return null;
    const label = active ? text.titleWithActive(asPlainString(active.name)) : text.title;
    return (
      <NavItem
        testId="nav-toolsets"
        current={view === "toolset"}
        onSelect={() => openDrawer("menu")}
        icon={<Briefcase size={14} aria-hidden="true" />}
        hint={label}
      >
        {label}
      </NavItem>
    );
  }
  return (
    <>
      <div className={styles.section}>
        <h2>{text.title}</h2>
        <Menu
          align="end"
          trigger={
            <IconButton label={text.more} className={styles.add}>
              <Ellipsis size={12} strokeWidth={2.25} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem icon={Plus} disabled={readOnly} onSelect={() => open({ kind: "newToolset" })}>
            {text.newItem}
          </MenuItem>
          <MenuItem icon={FileDown} disabled={readOnly} onSelect={() => open({ kind: "importToolsets" })}>
            {text.importItem}
          </MenuItem>
        </Menu>
        <IconButton
          label={text.new}
          className={styles.add}
          data-testid="new-toolset"
          disabled={readOnly}
          onClick={() => open({ kind: "newToolset" })}
        >
          <Plus size={12} strokeWidth={2.25} aria-hidden="true" />
        </IconButton>
      </div>
      {catalog.toolsets.length === 0 ? <p className={styles.none}>{text.none}</p> : null}
      {catalog.toolsets.map((set) => (
        <ToolsetItem key={set.name} toolset={set} catalog={catalog} current={view === "toolset" && toolset === set.name} />
      ))}
    </>
  );
}
