// JSON read as text: every value is a stretch of what was written, so that numbers and keys stay as they are. Any depth.

export type JsonNode = {
  kind: "object" | "list" | "string" | "number" | "word";
  /** Where it stands in the text. */
  start: number;
  end: number;
  /** Of a member of an object: its name as it is written, quotes included. */
  key: string | null;
  children: readonly JsonNode[];
};

export type Misread = { message: string; line: number; column: number };
export type Read = { ok: true; root: JsonNode; count: number } | { ok: false; misread: Misread };

type Open = JsonNode & { children: JsonNode[] };

const NONE: readonly JsonNode[] = [];
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const ESCAPED = '"\\/bfnrt';

class Fault {
  constructor(
    readonly at: number,
    readonly message: string,
  ) {}
}

/** The end of what matches there, or where it began. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) throw new Fault(at, "a line break or tab within quotes is written \\n or \\t");
    if (code !== 92) continue;
    at += 1;
    const sign = text.charAt(at);
    if (sign === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4;
    else if (sign === "" || !ESCAPED.includes(sign)) throw new Fault(at - 1, "there is no such escape in JSON");
  }
  throw new Fault(from, "this quote is not closed");
}

function leafAt(text: string, start: number, key: string | null): JsonNode {
  const leaf = (kind: JsonNode["kind"], end: number): JsonNode => ({ kind, start, end, key, children: NONE });
  if (text.charAt(start) === '"') return leaf("string", endOfString(text, start));
  const number = past(NUMBER, text, start);
  if (number > start) return leaf("number", number);
  const word = past(WORD, text, start);
  if (word > start) return leaf("word", word);
  throw new Fault(start, start >= text.length ? "the text ends where a value is expected" : "a value is expected");
}

/** Without recursion: a text can be nested deeper than a stack is. */
function read(text: string): { root: JsonNode; count: number } {
  const open: Open[] = [];
  let at = past(SPACE, text, 0);
  let key: string | null = null;
  let root: JsonNode | null = null;
  let count = 0;

  const readKey = (): void => {
    at = past(SPACE, text, at);
    if (text.charAt(at) !== '"') throw new Fault(at, "a name in quotes is expected");
    const end = endOfString(text, at);
    key = text.slice(at, end);
    at = past(SPACE, text, end);
    if (text.charAt(at) !== ":") throw new Fault(at, "a colon is expected");
    at = past(SPACE, text, at + 1);
  };

  /** Reads on after a value; true when another one is to come. */
  const readOn = (): boolean => {
    for (let last = open.at(-1); last; last = open.at(-1)) {
      at = past(SPACE, text, at);
      const sign = text.charAt(at);
      const closing = last.kind === "object" ? "}" : "]";
      if (sign === closing) {
        at += 1;
        last.end = at;
        open.pop();
      } else if (sign === ",") {
        at = past(SPACE, text, at + 1);
        if (last.kind === "object") readKey();
        return true;
      } else throw new Fault(at, `a comma or ${closing} is expected`);
    }
    return false;
  };

  for (;;) {
    const sign = text.charAt(at);
    const isOpening = sign === "{" || sign === "[";
    const node: JsonNode = isOpening
      ? { kind: sign === "{" ? "object" : "list", start: at, end: at, key, children: [] }
      : leafAt(text, at, key);
    count += 1;
    key = null;
    if (root === null) root = node;
    open.at(-1)?.children.push(node);
    if (isOpening) {
      open.push(node as Open);
      at = past(SPACE, text, at + 1);
      if (text.charAt(at) !== (sign === "{" ? "}" : "]")) {
        if (sign === "{") readKey();
        continue;
      }
    } else at = node.end;
    if (!readOn()) break;
  }
  at = past(SPACE, text, at);
  if (at < text.length) throw new Fault(at, "nothing is expected after the value");
  return { root, count };
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

export function readJson(text: string): Read {
  try {
    return { ok: true, ...read(text) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { ok: false, misread: { message: fault.message, ...placeOf(text, fault.at) } };
  }
}

/** What a name or a string that was read says. */
export const unquoted = (token: string): string => JSON.parse(token) as string;

export const misreadWords = ({ message, line, column }: Misread): string =>
  `Line ${line.toLocaleString("en")}, column ${column.toLocaleString("en")}: ${message}`;
