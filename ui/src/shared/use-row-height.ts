// The height of a row in a virtual table, as `--row` has it in styles/tokens.css.
import { useAppearance } from "./appearance";

export const useRowHeight = (): number => useAppearance(({ density }) => (density === "compact" ? 24 : 28));
