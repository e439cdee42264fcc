// What notes are called and how long they may be, in words. The backend has the last word on what can be kept.
import type { NoteView } from "../../backend";
import { isPlain } from "../../shared/hidden-characters";

export const LONGEST_TEXT = 2_000;
const NAME = /^[a-z0-9-]{1,100}$/;

export const EVERY = "Every toolset";

/** As the backend counts: characters, without the blanks around them. */
export const lengthOf = (text: string): number => [...text.trim()].length;

/** Tells the notes of a tool apart: the same name may stand in several toolsets. */
export const noteId = ({ name, toolset }: { name: string; toolset: string | null }): string => `${toolset ?? ""} ${name}`;

export type Written = { name: string; text: string };
export type Place = "name" | "text" | "hidden";

/** Where what the backend has against a note is shown; it names one thing at a time, in this order. */
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
