// Times and sizes of backups, in words.
export function formatBackupTime(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  return time.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}

const UNITS = ["bytes", "KB", "MB", "GB"] as const;

export function formatBackupSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
