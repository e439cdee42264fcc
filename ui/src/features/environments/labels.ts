// What environments are called. The backend says nothing where it means the base.
export const BASE = "base";

export const environmentWord = (environment: string | null): string => environment ?? BASE;

/** The backend's name of what a choice among base and environments says. */
export const environmentOf = (word: string): string | null => (word === BASE ? null : word);

const LONGEST = 50;

/** Why a name cannot be given to an environment, or null. The backend has the last word. */
export function nameProblem(name: string, taken: readonly string[]): string | null {
  if (!/^[a-z0-9-]+$/.test(name)) return "Use the characters a-z, 0-9 and -.";
  if (name.length > LONGEST) return `Use ${LONGEST} characters at most.`;
  if (name === BASE || taken.includes(name)) return `There is an environment named ${name} already.`;
  return null;
}
