// Servers of a pasted `mcpServers` object, only where every member maps to a field of a new server. Clients replace variables
// such as ${HOME} in their files; the import of a file does that, this does not.
import type { NewServer, NewSource, NewVariable } from "../../backend";
import { isObject } from "../../shared/catalog-layout";
import { formatSyntaxError, readJson } from "../../shared/json-text";
import { strings } from "./strings";

const text = strings.json;

/** `ignored`: settings of the client the text was written for. */
export type Snippet =
  | { servers: readonly NewServer[]; ignored: readonly string[]; problem: null }
  | { servers: null; problem: string };

/** Why the snippet cannot be used, for the user. */
class SnippetError extends Error {}

const isText = (value: unknown): value is string => typeof value === "string";

const STDIO = ["type", "command", "args", "env", "cwd"];
const HTTP = ["type", "url", "headers"];
/** What a client does with a server and its tools, and how it shows it. */
const OF_CLIENT = ["disabled", "enabled", "autoApprove", "alwaysAllow", "disabledTools", "timeout", "description", "icon"];
const HTTP_TYPES: readonly unknown[] = [undefined, "http", "streamable-http", "streamableHttp"];

function stringsOf(server: string, member: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isText)) throw new SnippetError(text.notTexts(server, member));
  return value;
}

function variablesOf(server: string, member: string, value: unknown): NewVariable[] {
  if (value === undefined) return [];
  if (!isObject(value) || !Object.values(value).every(isText)) throw new SnippetError(text.notTextMembers(server, member));
  return Object.entries(value).map(([name, one]) => ({ name, value: String(one), secret: null }));
}

function checkMembers(server: string, entry: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(entry).filter((member) => !known.includes(member) && !OF_CLIENT.includes(member));
  if (unknown.length > 0) throw new SnippetError(text.unknown(server, unknown));
}

function sourceOf(server: string, entry: unknown): NewSource {
  if (!isObject(entry)) throw new SnippetError(text.notAnObject(server));
  if (JSON.stringify(entry).includes("${")) throw new SnippetError(text.hasVariables(server));
  const { type, command, args, env, cwd, url, headers } = entry;
  if (isText(command) && (type === undefined || type === "stdio")) {
    checkMembers(server, entry, STDIO);
    if (cwd !== undefined && !isText(cwd)) throw new SnippetError(text.notText(server, "cwd"));
    const environment = variablesOf(server, "env", env);
    return { kind: "command", command: [command, ...stringsOf(server, "args", args)], folder: cwd ?? null, environment, passEnvironment: [] };
  }
  if (isText(url) && HTTP_TYPES.includes(type)) {
    checkMembers(server, entry, HTTP);
    return { kind: "http", url, headers: variablesOf(server, "headers", headers), clientId: null, clientSecret: null };
  }
  throw new SnippetError(text.noSource(server));
}

/** A string, a comment, or a comma before a closing bracket; strings first, so that nothing inside of them matches. */
const JSONC = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** Blanks comments and trailing commas, which instructions often contain. Every other character keeps its position. */
const withoutComments = (typed: string): string =>
  typed.replace(JSONC, (match) => (match.startsWith('"') ? match : match.replace(/[^\n]/g, " ")));

function parse(typed: string): unknown {
  const plain = withoutComments(typed);
  const isMember = /^\s*"mcpServers"\s*:/.test(plain);
  // The brace takes no line of its own, and only shifts columns of the first line.
  const json = isMember ? `{${plain.trimEnd().replace(/,$/, "")}}` : plain;
  const read = readJson(json);
  if (read.ok) return JSON.parse(json);
  const { line, column } = read.misread;
  const isCutOff = json.split("\n").slice(line - 1).join("\n").slice(column - 1).trim() === "";
  throw new SnippetError(isCutOff ? text.cutOff : text.notJson(formatSyntaxError(read.misread)));
}

/** Accepts a whole configuration file, or its `mcpServers` member alone. */
export function readSnippet(typed: string): Snippet {
  try {
    const parsed = parse(typed);
    const entries = isObject(parsed) ? parsed["mcpServers"] : undefined;
    if (!isObject(entries) || Object.keys(entries).length === 0) return { servers: null, problem: text.noServers };
    const servers = Object.entries(entries).map(([name, entry]) => ({ name, source: sourceOf(name, entry), storage: [] }));
    const members = Object.values(entries).flatMap((entry) => (isObject(entry) ? Object.keys(entry) : []));
    return { servers, ignored: OF_CLIENT.filter((member) => members.includes(member)), problem: null };
  } catch (error) {
    if (error instanceof SnippetError) return { servers: null, problem: error.message };
    throw error;
  }
}
