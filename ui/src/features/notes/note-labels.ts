// Labels and length limits of notes. The backend validates every note again.
import type { NoteView } from "../../backend";
import { isPlain } from "../../shared/hidden-characters";

export const LONGEST_TEXT = 2_000;
const NAME = /^[a-z0-9-]{1,100}$/;

export const EVERY = "Every toolset";

/** Length as the backend counts it: characters (code points) without surrounding whitespace. */
export const lengthOf = (text: string): number => [...text.trim()].length;

/** Identifies a note within its tool: several toolsets may have a note with the same name. */
export const noteId = ({ name, toolset }: { name: string; toolset: string | null }): string => `${toolset ?? ""} ${name}`;

export type Written = { name: string; text: string };
export type Place = "name" | "text" | "hidden";

/** Field that shows a problem reported by the backend, which reports one problem at a time, in this order. */
export function placeOfProblem({ name, text }: Written, toolset: string | null, others: readonly NoteView[]): Place {
  if (!NAME.test(name)) return "name";
  const length = lengthOf(text);
  if (length === 0 || length > LONGEST_TEXT) return "text";
  const together = (note: NoteView) => toolset === null || note.toolset === null || note.toolset === toolset;
  const taken = others.some((note) => note.name === name && together(note));
  return isPlain(text) && taken ? "name" : "hidden";
}

export const moreTokens = (count: number): string =>
  `+${count.toLocaleString("en")} ${count === 1 ? "token" : "tokens"}`;
