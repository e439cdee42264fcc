// A day in words; the year only when it is another one.
export function onDay(at: string, now: number): string {
  const day = new Date(at);
  if (Number.isNaN(day.getTime())) return "";
  const thisYear = day.getFullYear() === new Date(now).getFullYear();
  return day.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...(thisYear ? {} : { year: "numeric" }) });
}

/** To the second, for titles. */
export const exactly = (at: string): string => {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : time.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "medium" });
};
