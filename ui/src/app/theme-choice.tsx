// The choice of theme at the foot of the sidebar.
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Menu, MenuChoice } from "../kit/menu";
import type { Theme } from "./theme";
import { chooseTheme, storedTheme } from "./theme";
import row from "../shared/nav-row.module.css";

const ICON = { system: Monitor, light: Sun, dark: Moon };
const CHOICES: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme);
  const Icon = ICON[theme];
  return (
    <Menu
      trigger={
        <button type="button" className={row.row}>
          <Icon size={14} aria-hidden="true" />
          Theme
          <span className={row.after}>{CHOICES.find((choice) => choice.value === theme)?.label}</span>
        </button>
      }
    >
      <MenuChoice
        value={theme}
        choices={CHOICES}
        onChange={(next) => {
          chooseTheme(next);
          setTheme(next);
        }}
      />
    </Menu>
  );
}
