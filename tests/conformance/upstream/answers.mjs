// What the fixture answers, in both eras of the protocol, whatever it is spoken to over.
import { INVALID_PARAMS, METHOD_NOT_FOUND, Refused } from "./content.mjs";
import { namedMethods } from "./named.mjs";
import { EXTENSION, taskMethods } from "./tasks.mjs";
import { listed, tools } from "./tools.mjs";

export const MODERN = "2026-07-28";
export const HANDSHAKE = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const META = "io.modelcontextprotocol";
const serverInfo = { name: "conformance-upstream", version: "1.0.0" };
const common = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
};
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const both = {
  "tools/list": () => ({ tools: listed() }),
  "tools/call": ({ name, arguments: given = {} }, call) => {
    if (!tools[name]) throw new Refused(INVALID_PARAMS, `Unknown tool: ${name}`);
    return tools[name].run(given, call);
  },
  ...namedMethods,
};

const older = {
  ...both,
  initialize: ({ protocolVersion, capabilities }, call) => {
    Object.assign(call.session, { capabilities });
    const agreed = HANDSHAKE.includes(protocolVersion) ? protocolVersion : HANDSHAKE[0];
    return { protocolVersion: agreed, capabilities: { ...common, logging: {} }, serverInfo };
  },
  ping: () => ({}),
  "logging/setLevel": ({ level }, call) => {
    call.session.level = level;
    return {};
  },
  "resources/subscribe": () => ({}),
  "resources/unsubscribe": () => ({}),
};

const newer = {
  ...both,
  ...taskMethods,
  "server/discover": () => ({
    supportedVersions: [MODERN, ...HANDSHAKE],
    capabilities: { ...common, resources: { listChanged: true }, extensions: { [EXTENSION]: {} } },
  }),
};
const CACHED = ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"];

/** The version that a message of the newer protocol names. */
export const named = (message) => message.params?._meta?.[`${META}/protocolVersion`];

/**
 * The answer to a request. `way` is how it came: `notify` and `ask` reach the client on the stream of this request,
 * `hangUp` closes that stream once, `changed` tells everybody that a list changed.
 */
export async function answer(message, way) {
  const { id, method, params = {} } = message;
  const isModern = way.isModern;
  const run = (isModern ? newer : older)[method];
  const meta = params._meta ?? {};
  const call = {
    ...way,
    params,
    capabilities: (isModern ? meta[`${META}/clientCapabilities`] : way.session.capabilities) ?? {},
    log: (level, data) => {
      const least = isModern ? meta[`${META}/logLevel`] : (way.session.level ?? "info");
      if (least === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
      way.notify("notifications/message", { level, logger: "fixture", data });
    },
    progress: (progress, total) => {
      const { progressToken } = meta;
      if (progressToken === undefined) return;
      way.notify("notifications/progress", { progressToken, progress, total });
    },
  };
  try {
    if (!run) throw new Refused(METHOD_NOT_FOUND, `Method not found: ${method}`);
    let result = await run(params, call);
    if (isModern) {
      result = { resultType: "complete", ...result };
      if (CACHED.includes(method)) Object.assign(result, { ttlMs: 0, cacheScope: "private" });
      result._meta = { ...result._meta, [`${META}/serverInfo`]: serverInfo };
    }
    return { jsonrpc: "2.0", id, result };
  } catch (error) {
    return refused(id, error);
  }
}

export function refused(id, { code = -32603, message, data }) {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } };
}

/** The notifications that a listener asked for, and how each is told on its stream. */
export function listener(message, send) {
  const wanted = message.params.notifications ?? {};
  const tagged = (method, params = {}) => {
    const _meta = { ...params._meta, [`${META}/subscriptionId`]: message.id };
    send({ jsonrpc: "2.0", method, params: { ...params, _meta } });
  };
  const kept = Object.fromEntries(Object.entries(wanted).filter(([key]) => key.endsWith("ListChanged")));
  tagged("notifications/subscriptions/acknowledged", { notifications: kept });
  return (what) => {
    if (wanted[`${what}ListChanged`]) tagged(`notifications/${what}/list_changed`);
  };
}
