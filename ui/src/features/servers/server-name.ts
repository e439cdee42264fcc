// Names of servers: valid characters, and names that are not taken. The backend checks a name again.
import { strings } from "./strings";

const text = strings.name;
const MAX_LENGTH = 50;

/** What is wrong with a name; null: nothing. An empty name has no problem before the first attempt to go on. */
export function serverNameProblem(typed: string, taken: readonly string[]): string | null {
  const name = typed.trim();
  if (name === "") return null;
  if (!/^[A-Za-z0-9_-]*$/.test(name)) return text.characters;
  if (name.length > MAX_LENGTH) return text.tooLong(MAX_LENGTH);
  return taken.includes(name) ? text.taken : null;
}

/** The nearest valid name that is not taken: "My server" becomes "My-server", or "My-server-2" if that is taken. */
export function freeServerName(typed: string, taken: readonly string[]): string {
  const base = typed.trim().replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, MAX_LENGTH).replace(/^-+|-+$/g, "") || "server";
  let name = base;
  for (let number = 2; taken.includes(name); number += 1) name = `${base.slice(0, MAX_LENGTH - `-${number}`.length)}-${number}`;
  return name;
}
