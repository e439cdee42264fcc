// Waiting for a condition. The deadline only turns a hang into a report: no test depends on how fast anything is.

/** In milliseconds; `HINTSMITH_DEADLINE=20` reports a failure sooner. */
export const DEADLINE = Number(process.env["HINTSMITH_DEADLINE"] ?? 180) * 1000;
const INTERVAL = 20;

/** Evaluates a condition until it returns something truthy, and returns that. Errors count as "not yet". */
export async function until<T>(
  condition: () => T | Promise<T>,
  description: string | (() => string),
): Promise<NonNullable<T>> {
  const deadline = Date.now() + DEADLINE;
  let error: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
    } catch (caught) {
      error = caught; // An element goes stale while the page changes; the next attempt finds the new one.
    }
    if (Date.now() > deadline) {
      throw new Error(`timed out waiting until ${typeof description === "string" ? description : description()}`, { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}
