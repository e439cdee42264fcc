// Row height of a virtualized table in pixels; must equal `--row` in styles/tokens.css.
import { useAppearance } from "./appearance";

export const useRowHeight = (): number => useAppearance(({ density }) => (density === "compact" ? 24 : 28));
