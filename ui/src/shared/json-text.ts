// JSON parser that keeps source ranges instead of values, so that numbers and keys stay as written. Any nesting depth.
import { strings } from "./strings";

export type JsonNode = {
  kind: "object" | "list" | "string" | "number" | "word";
  /** Range in the text. */
  start: number;
  end: number;
  /** Key of an object member as written, including quotes; null otherwise. */
  key: string | null;
  children: readonly JsonNode[];
};

export type Misread = { message: string; line: number; column: number };
export type Read = { ok: true; root: JsonNode; count: number } | { ok: false; misread: Misread };

type Open = JsonNode & { children: JsonNode[] };

const NONE: readonly JsonNode[] = [];
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const ESCAPED = '"\\/bfnrt';

class JsonSyntaxError {
  constructor(
    readonly at: number,
    readonly message: string,
  ) {}
}

/** End of the match at `at`; `at` if there is none. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) throw new JsonSyntaxError(at, strings.json.unescaped);
    if (code !== 92) continue;
    at += 1;
    const sign = text.charAt(at);
    if (sign === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4;
    else if (sign === "" || !ESCAPED.includes(sign)) throw new JsonSyntaxError(at - 1, strings.json.invalidEscape);
  }
  throw new JsonSyntaxError(from, strings.json.unterminatedString);
}

function leafAt(text: string, start: number, key: string | null): JsonNode {
  const leaf = (kind: JsonNode["kind"], end: number): JsonNode => ({ kind, start, end, key, children: NONE });
  if (text.charAt(start) === '"') return leaf("string", endOfString(text, start));
  const number = endOfMatch(NUMBER, text, start);
  if (number > start) return leaf("number", number);
  const literal = endOfMatch(LITERAL, text, start);
  if (literal > start) return leaf("word", literal);
  throw new JsonSyntaxError(start, start >= text.length ? strings.json.unexpectedEnd : strings.json.expectedValue);
}

/** Iterative: the nesting can exceed the call stack. */
function read(text: string): { root: JsonNode; count: number } {
  const open: Open[] = [];
  let at = endOfMatch(SPACE, text, 0);
  let key: string | null = null;
  let root: JsonNode | null = null;
  let count = 0;

  const readKey = (): void => {
    at = endOfMatch(SPACE, text, at);
    if (text.charAt(at) !== '"') throw new JsonSyntaxError(at, strings.json.expectedName);
    const end = endOfString(text, at);
    key = text.slice(at, end);
    at = endOfMatch(SPACE, text, end);
    if (text.charAt(at) !== ":") throw new JsonSyntaxError(at, strings.json.expectedColon);
    at = endOfMatch(SPACE, text, at + 1);
  };

  /** Consumes commas and closing brackets after a value; true if another value follows. */
  const continueAfterValue = (): boolean => {
    for (let last = open.at(-1); last; last = open.at(-1)) {
      at = endOfMatch(SPACE, text, at);
      const sign = text.charAt(at);
      const closing = last.kind === "object" ? "}" : "]";
      if (sign === closing) {
        at += 1;
        last.end = at;
        open.pop();
      } else if (sign === ",") {
        at = endOfMatch(SPACE, text, at + 1);
        if (last.kind === "object") readKey();
        return true;
      } else throw new JsonSyntaxError(at, strings.json.expectedCommaOr(closing));
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
      at = endOfMatch(SPACE, text, at + 1);
      if (text.charAt(at) !== (sign === "{" ? "}" : "]")) {
        if (sign === "{") readKey();
        continue;
      }
    } else at = node.end;
    if (!continueAfterValue()) break;
  }
  at = endOfMatch(SPACE, text, at);
  if (at < text.length) throw new JsonSyntaxError(at, strings.json.textAfterValue);
  return { root, count };
}

function positionOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

export function readJson(text: string): Read {
  try {
    return { ok: true, ...read(text) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ok: false, misread: { message: error.message, ...positionOf(text, error.at) } };
  }
}

/** Decoded value of a key or string token. */
export const unquoted = (token: string): string => JSON.parse(token) as string;

export const formatSyntaxError = ({ message, line, column }: Misread): string => strings.json.at(line, column, message);
