// Validation of toolset names, and the length limit of descriptions.
import { strings } from "./strings";

const MIN_LENGTH = 2;
const MAX_LENGTH = 50;
export const MAX_DESCRIPTION_LENGTH = 500;

/** Reason why a toolset cannot have this name, or null. The backend validates it again. */
export function toolsetNameProblem(name: string, taken: readonly string[]): string | null {
  const problem = strings.nameProblem;
  if (!/^[a-z0-9-]+$/.test(name)) return problem.characters;
  if (name.length < MIN_LENGTH) return problem.tooShort(MIN_LENGTH);
  if (name.length > MAX_LENGTH) return problem.tooLong(MAX_LENGTH);
  return taken.includes(name) ? problem.taken(name) : null;
}
