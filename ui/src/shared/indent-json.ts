// JSON indentation that changes only white space between tokens, so that all values stay exactly as sent.

const STEP = "  ";
/** Maximum indentation. */
const MAX_DEPTH = 24;

/** Matches strings in runs of characters: an alternation per character would be too slow for a megabyte. */
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

const isOpening = (token: string): boolean => token === "{" || token === "[";
const isClosing = (token: string): boolean => token === "}" || token === "]";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Indents valid JSON only; in other text white space is significant. `whole`: the full text if `text` is a prefix of it. */
export const readableJson = (text: string, whole = text): string => (isJson(whole) ? indentJson(text) : text);

/** Works on tokens: JSON.parse and JSON.stringify would round long numbers and drop duplicate keys. */
export function indentJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let previous = "";
  const line = () => `\n${STEP.repeat(Math.min(depth, MAX_DEPTH))}`;
  for (const [token] of text.matchAll(TOKENS)) {
    if (isClosing(token)) {
      depth = Math.max(0, depth - 1);
      // Empty objects and lists stay on one line.
      if (!isOpening(previous)) out.push(line());
    } else if (isOpening(previous) || previous === ",") out.push(line());
    else if (previous === ":") out.push(" ");
    out.push(token);
    if (isOpening(token)) depth += 1;
    previous = token;
  }
  return out.join("");
}

/** Removes all white space between tokens. */
export const compactJson = (text: string): string => text.match(TOKENS)?.join("") ?? "";
