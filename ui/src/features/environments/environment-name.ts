// Conversion and validation of environment names. The backend represents the base as null.
import { BASE, strings } from "./strings";

/** Environment for the backend, from a choice among the base and all environments. */
export const environmentOf = (name: string): string | null => (name === BASE ? null : name);

const MAX_LENGTH = 50;

/** Reason why an environment cannot have this name, or null. The backend makes the final check. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (!/^[a-z0-9-]+$/.test(name)) return strings.nameProblem.characters;
  if (name.length > MAX_LENGTH) return strings.nameProblem.tooLong(MAX_LENGTH);
  if (name === BASE || taken.includes(name)) return strings.nameProblem.taken(name);
  return null;
}
