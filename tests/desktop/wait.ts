// Waits for a condition. The deadline only reports hangs: no test depends on the speed of the machine.

/** In milliseconds; HINTSMITH_DEADLINE sets it in seconds, for example to report a failure sooner. */
export const DEADLINE = Number(process.env["HINTSMITH_DEADLINE"] ?? 180) * 1000;
const INTERVAL = 20;

/** Evaluates a condition until it returns a truthy value, and returns the value. Errors count as "not yet". */
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
      error = caught; // an element goes stale while the page changes; the next attempt finds the new one
    }
    if (Date.now() > deadline) {
      throw new Error(`timed out waiting until ${typeof description === "string" ? description : description()}`, { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  }
}
