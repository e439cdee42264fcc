// Environment switch, the first row of the sidebar: current environment of all values and decisions, and a menu to change it.
import { ChevronsUpDown, Layers, Plus, Settings2 } from "lucide-react";
import type { Catalog } from "../../backend";
import { Menu, MenuChoice, MenuItem, MenuLine } from "../../kit/menu";
import { asPlainString } from "../../shared/hidden-characters";
import { ServerText } from "../../shared/server-text";
import { useNavigation } from "../../shared/navigation";
import { environmentOf } from "./environment-name";
import { BASE, formatEnvironment, strings } from "./strings";
import { useChooseEnvironment } from "./use-choose-environment";
import styles from "./environment-switch.module.css";

const { switch: text } = strings;

export function EnvironmentSwitch({ catalog }: { catalog: Catalog | undefined }) {
  const open = useNavigation((state) => state.open);
  const choose = useChooseEnvironment();
  const current = formatEnvironment(catalog?.environment ?? null);
  const names = [BASE, ...(catalog?.environments ?? [])];
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={styles.switch}
          aria-label={text.current(asPlainString(current))}
          data-testid="environment"
          data-elsewhere={current !== BASE || undefined}
          disabled={!catalog}
        >
          <Layers size={14} aria-hidden="true" className={styles.icon} />
          <span className={styles.label}>{text.label}</span>{" "}
          <b className={styles.name}>
            <ServerText text={current} />
          </b>
          <ChevronsUpDown size={12} strokeWidth={2.25} aria-hidden="true" className={styles.arrows} />
        </button>
      }
    >
      <MenuChoice
        value={current}
        choices={names.map((name) => ({ value: name, label: asPlainString(name) }))}
        onChange={(name) => choose.mutate(environmentOf(name))}
      />
      <MenuLine />
      <MenuItem icon={Plus} disabled={catalog?.readOnly != null} onSelect={() => open({ kind: "environments", creates: true })}>
        {text.create}
      </MenuItem>
      <MenuItem icon={Settings2} onSelect={() => open({ kind: "environments" })}>
        {text.manage}
      </MenuItem>
    </Menu>
  );
}
