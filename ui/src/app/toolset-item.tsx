// Toolset in the sidebar: name, active state, tool count, and a menu.
import { Briefcase, CircleCheck, CircleOff } from "lucide-react";
import type { Catalog, ToolsetSummary } from "../backend";
import { ToolsetMenuItems } from "../features/toolsets/toolset-menu";
import { useActivateToolset } from "../features/toolsets/use-toolset-mutations";
import { formatEnvironment } from "../features/environments/strings";
import { IconButton } from "../kit/button";
import { Menu, MenuItem } from "../kit/menu";
import { asPlainString } from "../shared/hidden-characters";
import { ServerText } from "../shared/server-text";
import { useNavigation } from "../shared/navigation";
import { NavItem } from "./nav-item";
import { strings } from "./strings";
import more from "../features/servers/server-menu.module.css";
import styles from "./toolset-item.module.css";

const { toolsets: text } = strings;

type Props = { toolset: ToolsetSummary; catalog: Catalog; current: boolean };

export function ToolsetItem({ toolset, catalog, current }: Props) {
  const { name, active, tools } = toolset;
  const { environment } = catalog;
  const environmentName = asPlainString(formatEnvironment(environment));
  const readOnly = catalog.readOnly !== null;
  const { mutate: activate } = useActivateToolset();
  return (
    <NavItem
      testId={`nav-toolset-${name}`}
      current={current}
      onSelect={() => useNavigation.getState().showToolset(name)}
      icon={<Briefcase size={14} aria-hidden="true" />}
      count={
        <span className={styles.end}>
          {active ? (
            <span className={styles.active} title={text.activeIn(environmentName)}>
              <CircleCheck size={12} strokeWidth={2.25} aria-hidden="true" />
              <span>{text.active}</span>
            </span>
          ) : null}{" "}
          {tools.toLocaleString("en")}
        </span>
      }
      menu={
        <Menu trigger={<IconButton label={text.actions(asPlainString(name))} className={more.more} />}>
          <MenuItem
            icon={active ? CircleOff : CircleCheck}
            disabled={readOnly}
            onSelect={() => activate({ name: active ? null : name, environment })}
          >
            {(active ? text.deactivate : text.activate)(environmentName)}
          </MenuItem>
          <ToolsetMenuItems toolset={toolset} readOnly={readOnly} all />
        </Menu>
      }
    >
      <ServerText text={name} />{" "}
    </NavItem>
  );
}
