// Relative time ("2 hours ago") and counted nouns ("3 tools").
const STEPS: readonly [limit: number, seconds: number, unit: string][] = [
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [Infinity, 86_400, "day"],
];

export function ago(at: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  if (Number.isNaN(seconds)) return "";
  if (seconds < 60) return "just now";
  for (const [limit, size, unit] of STEPS) {
    if (seconds < limit) {
      const count = Math.floor(seconds / size);
      return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
    }
  }
  return "";
}

export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : many}`;
