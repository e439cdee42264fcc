// Date formats: day and month, with the year only if it differs from the current one.
export function onDay(at: string, now: number): string {
  const day = new Date(at);
  if (Number.isNaN(day.getTime())) return "";
  const thisYear = day.getFullYear() === new Date(now).getFullYear();
  return day.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...(thisYear ? {} : { year: "numeric" }) });
}

/** Date and time with seconds, for `title` attributes. */
export const exactly = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : time.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "medium" });
};
