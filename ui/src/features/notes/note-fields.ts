// Identity and limits of notes, and the form field that a problem belongs to. The backend validates every note again.
import type { NoteView } from "../../backend";
import { isPlain } from "../../shared/hidden-characters";

export const MAX_TEXT_LENGTH = 2_000;
const NAME = /^[a-z0-9-]{1,100}$/;

/** Length as the backend counts it: characters (code points) without surrounding whitespace. */
export const lengthOf = (text: string): number => [...text.trim()].length;

/** Identifies a note within its tool: several toolsets may have a note with the same name. */
export const noteId = ({ name, toolset }: { name: string; toolset: string | null }): string => `${toolset ?? ""} ${name}`;

export type NoteFields = { name: string; text: string };
/** `hidden`: hidden characters in the text. */
export type ProblemField = "name" | "text" | "hidden";

/** Field of a problem reported by the backend, which reports one problem at a time, in this order. */
export function problemFieldOf({ name, text }: NoteFields, toolset: string | null, others: readonly NoteView[]): ProblemField {
  if (!NAME.test(name)) return "name";
  const length = lengthOf(text);
  if (length === 0 || length > MAX_TEXT_LENGTH) return "text";
  const sharesToolset = (note: NoteView) => toolset === null || note.toolset === null || note.toolset === toolset;
  const isTaken = others.some((note) => note.name === name && sharesToolset(note));
  return isPlain(text) && isTaken ? "name" : "hidden";
}

const SUGGESTED_NAME = "guidance";

/** A name that no note of the tool has. */
export function suggestNoteName(notes: readonly { name: string }[]): string {
  const taken = new Set(notes.map(({ name }) => name));
  let name = SUGGESTED_NAME;
  for (let number = 2; taken.has(name); number += 1) name = `${SUGGESTED_NAME}-${number}`;
  return name;
}
