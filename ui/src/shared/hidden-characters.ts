// Detection of hidden characters: splits text into visible parts and code points to show as codes. Independent of React.
import { beginningOf } from "./clip";
import { strings } from "./strings";

/** Control (except tab and newline), soft hyphen, zero-width, bidi, invisible operators, BOM, tags, fillers. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- the pattern is for such characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu;
const TAB_OR_NEWLINE = /[\t\n]/g;

export type TextPart = { kind: "text"; text: string } | { kind: "code"; code: string; times: number };

export const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** True if the text has no hidden characters: the common case needs one scan and one DOM node. */
export function isPlain(text: string): boolean {
  HIDDEN.lastIndex = 0;
  return !HIDDEN.test(text);
}

export const hiddenCount = (text: string): number => text.match(HIDDEN)?.length ?? 0;

/**
 * Parts in order. A run of one character is one code with a count. At most `limit` codes are separate parts; the others
 * are inserted into the text, so that a hostile string cannot create DOM nodes without limit and still hides nothing.
 */
export function splitHidden(text: string, limit: number): TextPart[] {
  const parts: TextPart[] = [];
  let pending = "";
  let from = 0;
  let codes = 0;
  HIDDEN.lastIndex = 0;
  for (let match = HIDDEN.exec(text); match; match = HIDDEN.exec(text)) {
    const character = match[0];
    let end = HIDDEN.lastIndex;
    let times = 1;
    while (text.startsWith(character, end)) {
      end += character.length;
      times += 1;
    }
    HIDDEN.lastIndex = end;
    pending += text.slice(from, match.index);
    from = end;
    if (codes < limit) {
      if (pending) parts.push({ kind: "text", text: pending });
      pending = "";
      parts.push({ kind: "code", code: codeOf(character), times });
      codes += 1;
    } else {
      pending += `⟨${codeOf(character)}${times > 1 ? ` ×${times}` : ""}⟩`;
    }
  }
  pending += text.slice(from);
  if (pending) parts.push({ kind: "text", text: pending });
  return parts;
}

/** The text without its hidden characters, as the start of an edit. */
export const withoutHidden = (text: string): string => text.replace(HIDDEN, "");

/** Replaces tabs and newlines with spaces, as HTML does. */
export const onOneLine = (text: string): string => text.replace(TAB_OR_NEWLINE, " ");

/** Maximum length of a line: the layout of a megabyte, such as a tool's title, would freeze the window. */
const MAX_LENGTH = 2_000;

export function cutLine(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const visible = beginningOf(text, MAX_LENGTH);
  return `${visible}${strings.text.more(text.length - visible.length)}`;
}

/** Plain string for attributes (labels, titles). */
export function asPlainString(text: string): string {
  const visible = cutLine(text);
  if (isPlain(visible)) return visible;
  return splitHidden(visible, 0).map((part) => (part.kind === "text" ? part.text : part.code)).join("");
}
