// Appearance settings: theme, density, zoom, single-key shortcuts, pane widths. Saved in local storage.
import { create } from "zustand";

export type Theme = "system" | "light" | "dark";
export type Density = "comfortable" | "compact";
export type Pane = "sidebar" | "panel";

export type Appearance = {
  theme: Theme;
  density: Density;
  /** Zoom factor; 1 is 100%. */
  zoom: number;
  /** Enables shortcuts without a modifier key (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Width in pixels; null: the width in the style sheet. */
  sidebar: number | null;
  panel: number | null;
};

export const ZOOMS: readonly number[] = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

const oneOf =
  <T extends string>(...allowed: T[]) =>
  (stored: string): T | undefined =>
    allowed.find((value) => value === stored);
const between = (least: number, most: number) => (stored: string) => {
  const value = Number(stored);
  return value >= least && value <= most ? value : undefined;
};

/** Local storage can contain anything: each value is validated. */
const PARSERS: { [K in keyof Appearance]: (stored: string) => Appearance[K] | undefined } = {
  theme: oneOf("system", "light", "dark"),
  density: oneOf("comfortable", "compact"),
  zoom: between(0.8, 2),
  singleKeys: (stored) => (stored === "off" ? false : stored === "on" ? true : undefined),
  sidebar: between(160, 320),
  panel: between(320, 640),
};

export const DEFAULTS: Appearance = {
  theme: "system",
  density: "comfortable",
  zoom: 1,
  singleKeys: true,
  sidebar: null,
  panel: null,
};

const storageKey = (name: string): string => `hintsmith.${name}`;
const serialize = (value: Appearance[keyof Appearance]): string =>
  typeof value === "boolean" ? (value ? "on" : "off") : String(value);

function readStored<K extends keyof Appearance>(name: K): Appearance[K] {
  try {
    const value = localStorage.getItem(storageKey(name));
    return (value === null ? undefined : PARSERS[name](value)) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

export const readAppearance = (): Appearance => ({
  theme: readStored("theme"),
  density: readStored("density"),
  zoom: readStored("zoom"),
  singleKeys: readStored("singleKeys"),
  sidebar: readStored("sidebar"),
  panel: readStored("panel"),
});

export const useAppearance = create<Appearance>()(() => readAppearance());

/** Sets the data attributes that CSS reads. Zoom is a property of the window, not the page: see shared/zoom. */
export function applyAppearance({ theme, density }: Appearance): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  if (density === "comfortable") delete dataset.density;
  else dataset.density = density;
}

export function setAppearance(change: Partial<Appearance>): void {
  useAppearance.setState(change);
  applyAppearance(useAppearance.getState());
  try {
    for (const [name, value] of Object.entries(change)) {
      if (value === null) localStorage.removeItem(storageKey(name));
      else localStorage.setItem(storageKey(name), serialize(value));
    }
  } catch {
    // Local storage can be unavailable; the setting then lasts until the window closes.
  }
}
