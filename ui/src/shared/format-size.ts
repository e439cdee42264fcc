// Labels for sizes in bytes and for numbers of hidden characters.

export const formatHiddenCount = (count: number): string =>
  count === 1 ? "1 hidden character is shown as its code." : `${count.toLocaleString("en")} hidden characters are shown as their codes.`;

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

/** "1.5 MiB" */
export function formatSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toLocaleString("en", { maximumFractionDigits: 1 })} ${UNITS[step]}`;
}
