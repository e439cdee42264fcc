// Relative time ("2 hours ago") and counted nouns ("3 tools").
import { strings } from "./strings";

export { counted } from "./counted";

const STEPS: readonly [limit: number, seconds: number, unit: string][] = [
  [3600, 60, strings.time.minute],
  [86_400, 3600, strings.time.hour],
  [Infinity, 86_400, strings.time.day],
];

export function ago(at: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  if (Number.isNaN(seconds)) return "";
  if (seconds < 60) return strings.time.justNow;
  for (const [limit, size, unit] of STEPS) {
    if (seconds < limit) return strings.time.ago(Math.floor(seconds / size), unit);
  }
  return "";
}
