// Labels for sizes in bytes and for numbers of hidden characters.
import { strings } from "./strings";

export const formatHiddenCount = strings.text.hiddenCharacters;

const UNITS = strings.text.sizeUnits;

/** "1.5 MiB" */
export function formatSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toLocaleString("en", { maximumFractionDigits: 1 })} ${UNITS[step]}`;
}
