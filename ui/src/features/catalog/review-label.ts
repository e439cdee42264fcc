// Review date of a tool, short enough for a table column.
import { strings } from "./strings";

const DAY = 86_400_000;

export function formatReviewed(at: string | null, now: number): string {
  if (at === null) return strings.tool.reviewed;
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return strings.tool.reviewed;
  const today = new Date(now);
  if (time.toDateString() === today.toDateString()) return strings.tool.today;
  if (time.toDateString() === new Date(now - DAY).toDateString()) return strings.tool.yesterday;
  const sameYear = time.getFullYear() === today.getFullYear();
  return time.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(sameYear ? {} : { year: "2-digit" }) });
}
