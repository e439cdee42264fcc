// Below the environment: which toolset is equipped there, because it changes what models see, and the way out of it.
import { Briefcase, ChevronsUpDown, CircleOff, PanelRight } from "lucide-react";
import type { Catalog } from "../../backend";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../../kit/menu";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { environmentWord } from "../environments/labels";
import { useEquipToolset } from "./use-toolset-mutations";
import styles from "./equipped-switch.module.css";

export function EquippedSwitch({ catalog }: { catalog: Catalog | undefined }) {
  const { mutate: equip } = useEquipToolset();
  const equipped = catalog?.toolsets.find((set) => set.equipped);
  if (!catalog || !equipped) return null;
  const { environment, toolsets } = catalog;
  const readOnly = catalog.readOnly !== null;
  return (
    <div className={styles.place}>
      <Menu
        trigger={
          <button
            type="button"
            className={styles.switch}
            data-testid="equipped-toolset"
            aria-label={`Toolset ${asPlainString(equipped.name)} is equipped in ${asPlainString(environmentWord(environment))}`}
          >
            <Briefcase size={14} aria-hidden="true" className={styles.icon} />
            <span className={styles.word}>Toolset</span>{" "}
            <b className={styles.name}>
              <ServerText text={equipped.name} />
            </b>
            <ChevronsUpDown size={12} strokeWidth={2.25} aria-hidden="true" className={styles.arrows} />
          </button>
        }
      >
        {readOnly ? null : (
          <>
            <MenuChoice
              value={equipped.name}
              choices={toolsets.map(({ name }) => ({ value: name, label: asPlainString(name) }))}
              onChange={(name) => equip({ name, environment })}
            />
            <MenuLine />
          </>
        )}
        <MenuItem icon={PanelRight} onSelect={() => useNavigation.getState().showToolset(equipped.name)}>
          Open {asPlainString(equipped.name)}
        </MenuItem>
        <MenuItem icon={CircleOff} disabled={readOnly} onSelect={() => equip({ name: null, environment })}>
          Unequip
        </MenuItem>
      </Menu>
    </div>
  );
}
