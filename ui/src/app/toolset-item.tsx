// One toolset in the sidebar: name, whether it is equipped, how many tools, and a menu.
import { Briefcase, CircleCheck, CircleOff } from "lucide-react";
import type { Catalog, ToolsetSummary } from "../backend";
import { ToolsetMenuItems } from "../features/toolsets/toolset-menu";
import { useEquipToolset } from "../features/toolsets/use-toolset-mutations";
import { environmentWord } from "../features/environments/labels";
import { IconButton } from "../kit/button";
import { Menu, MenuItem } from "../kit/menu";
import { asPlainString } from "../shared/hidden-characters";
import { ServerText } from "../shared/server-text";
import { useNavigation } from "../shared/navigation";
import { NavItem } from "./nav-item";
import more from "../features/servers/server-menu.module.css";
import styles from "./toolset-item.module.css";

type Props = { toolset: ToolsetSummary; catalog: Catalog; current: boolean };

export function ToolsetItem({ toolset, catalog, current }: Props) {
  const { name, equipped, tools } = toolset;
  const { environment } = catalog;
  const readOnly = catalog.readOnly !== null;
  const { mutate: equip } = useEquipToolset();
  return (
    <NavItem
      testId={`nav-toolset-${name}`}
      current={current}
      onSelect={() => useNavigation.getState().showToolset(name)}
      icon={<Briefcase size={14} aria-hidden="true" />}
      count={
        <span className={styles.end}>
          {equipped ? (
            <span className={styles.equipped} title={`Equipped in ${asPlainString(environmentWord(environment))}`}>
              <CircleCheck size={12} strokeWidth={2.25} aria-hidden="true" />
              <span>equipped</span>
            </span>
          ) : null}{" "}
          {tools.toLocaleString("en")}
        </span>
      }
      menu={
        <Menu trigger={<IconButton label={`Actions for the toolset ${asPlainString(name)}`} className={more.more} />}>
          <MenuItem
            icon={equipped ? CircleOff : CircleCheck}
            disabled={readOnly}
            onSelect={() => equip({ name: equipped ? null : name, environment })}
          >
            {equipped ? "Unequip" : "Equip"} in {asPlainString(environmentWord(environment))}
          </MenuItem>
          <ToolsetMenuItems toolset={toolset} readOnly={readOnly} all />
        </Menu>
      }
    >
      <ServerText text={name} />{" "}
    </NavItem>
  );
}
