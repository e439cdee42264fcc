// Whether the headers of a request of the newer protocol say what its message says (SEP-2243).
import { tools } from "./tools.mjs";

const NAMES = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** A value as it was before it was put into a header; nothing when it cannot be read. */
function decoded(value) {
  const inner = /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  if (inner === undefined) return value;
  const bytes = Buffer.from(inner, "base64");
  return bytes.toString("base64") === inner ? bytes.toString("utf8") : undefined;
}

const isSaid = (header, value) => header !== undefined && decoded(header) === String(value);

/** What is wrong with them, if something is. */
export function mismatch(headers, { method, params }) {
  if (headers["mcp-method"] !== method) return "the header Mcp-Method says something else";
  const name = params[NAMES[method]];
  if (name !== undefined && !isSaid(headers["mcp-name"], name)) return "the header Mcp-Name says something else";
  if (method !== "tools/call") return undefined;
  for (const [key, schema] of Object.entries(tools[name]?.schema?.properties ?? {})) {
    const header = schema["x-mcp-header"];
    if (header === undefined) continue;
    const given = params.arguments?.[key];
    const said = headers[`mcp-param-${header.toLowerCase()}`];
    if (given === undefined ? said !== undefined : !isSaid(said, given)) return `the header Mcp-Param-${header} says something else`;
  }
  return undefined;
}
