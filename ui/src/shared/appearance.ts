// How the window looks and listens: theme, density, size of the text, single keys, widths. Kept in this window's storage.
import { create } from "zustand";

export type Theme = "system" | "light" | "dark";
export type Density = "comfortable" | "compact";
export type Pane = "sidebar" | "panel";

export type Appearance = {
  theme: Theme;
  density: Density;
  /** 1 is the usual size. */
  zoom: number;
  /** Whether keys without a modifier do something (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Null: as wide as the style says. */
  sidebar: number | null;
  panel: number | null;
};

export const ZOOMS: readonly number[] = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

const one =
  <T extends string>(...allowed: T[]) =>
  (stored: string): T | undefined =>
    allowed.find((value) => value === stored);
const between = (least: number, most: number) => (stored: string) => {
  const value = Number(stored);
  return value >= least && value <= most ? value : undefined;
};

/** What is stored is whatever somebody put there: each value is read with care. */
const READ: { [K in keyof Appearance]: (stored: string) => Appearance[K] | undefined } = {
  theme: one("system", "light", "dark"),
  density: one("comfortable", "compact"),
  zoom: between(0.8, 2),
  singleKeys: (stored) => (stored === "off" ? false : stored === "on" ? true : undefined),
  sidebar: between(160, 320),
  panel: between(320, 640),
};

export const USUAL: Appearance = {
  theme: "system",
  density: "comfortable",
  zoom: 1,
  singleKeys: true,
  sidebar: null,
  panel: null,
};

const slot = (name: string): string => `hintsmith.${name}`;
const written = (value: Appearance[keyof Appearance]): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value);

function stored<K extends keyof Appearance>(name: K): Appearance[K] {
  try {
    const value = localStorage.getItem(slot(name));
    return (value === null ? undefined : READ[name](value)) ?? USUAL[name];
  } catch {
    return USUAL[name];
  }
}

export const readAppearance = (): Appearance => ({
  theme: stored("theme"),
  density: stored("density"),
  zoom: stored("zoom"),
  singleKeys: stored("singleKeys"),
  sidebar: stored("sidebar"),
  panel: stored("panel"),
});

export const useAppearance = create<Appearance>()(() => readAppearance());

/** Tells CSS. The size of the text is the window's, not the page's: see shared/zoom. */
export function drawAppearance({ theme, density }: Appearance): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  if (density === "comfortable") delete dataset.density;
  else dataset.density = density;
}

export function setAppearance(change: Partial<Appearance>): void {
  useAppearance.setState(change);
  drawAppearance(useAppearance.getState());
  try {
    for (const [name, value] of Object.entries(change)) {
      if (value === null) localStorage.removeItem(slot(name));
      else localStorage.setItem(slot(name), written(value));
    }
  } catch {
    // Storage can be refused; the choice then lasts as long as the window.
  }
}
