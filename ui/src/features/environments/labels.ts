// Labels of environments. The backend represents the base as null.
export const BASE = "base";

export const formatEnvironment = (environment: string | null): string => environment ?? BASE;

/** Environment for the backend, from a choice among the base and all environments. */
export const environmentOf = (name: string): string | null => (name === BASE ? null : name);

const MAX_LENGTH = 50;

/** Reason why an environment cannot have this name, or null. The backend makes the final check. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (!/^[a-z0-9-]+$/.test(name)) return "Use the characters a-z, 0-9 and -.";
  if (name.length > MAX_LENGTH) return `Use ${MAX_LENGTH} characters at most.`;
  if (name === BASE || taken.includes(name)) return `There is an environment named ${name} already.`;
  return null;
}
