// Review date of a tool, short enough for a table column.
const DAY = 86_400_000;

export function formatReviewed(at: string | null, now: number): string {
  if (at === null) return "Yes";
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return "Yes";
  const today = new Date(now);
  if (time.toDateString() === today.toDateString()) return "Today";
  if (time.toDateString() === new Date(now - DAY).toDateString()) return "Yesterday";
  const sameYear = time.getFullYear() === today.getFullYear();
  return time.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(sameYear ? {} : { year: "2-digit" }) });
}
