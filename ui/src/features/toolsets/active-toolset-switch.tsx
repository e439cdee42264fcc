// Menu below the environment: shows the active toolset, because it changes what models see, and can deactivate it.
import { Briefcase, ChevronsUpDown, CircleOff, PanelRight } from "lucide-react";
import type { Catalog } from "../../backend";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../../kit/menu";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { formatEnvironment } from "../environments/strings";
import { useActivateToolset } from "./use-toolset-mutations";
import { strings } from "./strings";
import styles from "./active-toolset-switch.module.css";

export function ActiveToolsetSwitch({ catalog }: { catalog: Catalog | undefined }) {
  const { mutate: activate } = useActivateToolset();
  const active = catalog?.toolsets.find((set) => set.active);
  if (!catalog || !active) return null;
  const { environment, toolsets } = catalog;
  const readOnly = catalog.readOnly !== null;
  return (
    <div className={styles.container}>
      <Menu
        trigger={
          <button
            type="button"
            className={styles.switch}
            data-testid="active-toolset"
            aria-label={strings.active.label(asPlainString(active.name), asPlainString(formatEnvironment(environment)))}
          >
            <Briefcase size={14} aria-hidden="true" className={styles.icon} />
            <span className={styles.label}>{strings.active.toolset}</span>{" "}
            <b className={styles.name}>
              <ServerText text={active.name} />
            </b>
            <ChevronsUpDown size={12} strokeWidth={2.25} aria-hidden="true" className={styles.arrows} />
          </button>
        }
      >
        {readOnly ? null : (
          <>
            <MenuChoice
              value={active.name}
              choices={toolsets.map(({ name }) => ({ value: name, label: asPlainString(name) }))}
              onChange={(name) => activate({ name, environment })}
            />
            <MenuLine />
          </>
        )}
        <MenuItem icon={PanelRight} onSelect={() => useNavigation.getState().showToolset(active.name)}>
          {strings.active.open(asPlainString(active.name))}
        </MenuItem>
        <MenuItem icon={CircleOff} disabled={readOnly} onSelect={() => activate({ name: null, environment })}>
          {strings.active.deactivate}
        </MenuItem>
      </Menu>
    </div>
  );
}
