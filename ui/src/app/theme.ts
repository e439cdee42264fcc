// Light, dark, or as the system: kept in this window's storage, told to CSS by data-theme.
export type Theme = "system" | "light" | "dark";

const KEY = "hintsmith.theme";

const isTheme = (value: unknown): value is Theme => value === "system" || value === "light" || value === "dark";

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage can be refused; the choice then lasts as long as the window.
  }
}
