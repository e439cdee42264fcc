// JSON on lines of its own, by white space between its tokens alone: what was sent stays what it was, to the last digit.

const STEP = "  ";
/** Deeper than this nobody counts. */
const DEEPEST = 24;

/** Strings are read in stretches: a choice for each character would be too much for one of a megabyte. */
const TOKENS = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;

const opens = (token: string): boolean => token === "{" || token === "[";
const closes = (token: string): boolean => token === "}" || token === "]";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** As it is where it is no JSON, for then white space may be all that keeps two words apart. `whole`: of what it is the beginning. */
export const readableJson = (text: string, whole = text): string => (isJson(whole) ? indentJson(text) : text);

/** Parsing and writing anew would round long numbers and drop keys that are there twice. */
export function indentJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let before = "";
  const line = () => `\n${STEP.repeat(Math.min(depth, DEEPEST))}`;
  for (const [token] of text.matchAll(TOKENS)) {
    if (closes(token)) {
      depth = Math.max(0, depth - 1);
      // What is empty stays together.
      if (!opens(before)) out.push(line());
    } else if (opens(before) || before === ",") out.push(line());
    else if (before === ":") out.push(" ");
    out.push(token);
    if (opens(token)) depth += 1;
    before = token;
  }
  return out.join("");
}

/** Without any white space between its tokens. */
export const compactJson = (text: string): string => text.match(TOKENS)?.join("") ?? "";
