// Commands that prepare a recorded store; only tests have them (src-tauri/crates/engine/src/testing/commands.rs).
import type { ConnectedClient, CallOrigin } from "../src/backend/bindings";

/** MCP tool: https://modelcontextprotocol.io/specification/2025-11-25/schema#tool */
type ToolDefinition = { name: string; title?: string; description?: string; inputSchema?: object; annotations?: object; icons?: object[] };
/** Call as a proxy logs it; `values`: with the values of the arguments instead of their types only. */
export type LoggedCall = {
  client: string | null;
  tool: string;
  arguments: object;
  values: boolean;
  verdict: "allowed" | "denied" | "unknown";
  reason: string | null;
  outcome: "ok" | "error" | "toolError";
  ms: number;
};
export type Preparation = {
  /** Scans a server whose list has these changes: changed fields of tools, new tools, removed tools (`without`). */
  sendTools: (input: { server: string; tools?: ToolDefinition[]; without?: string[] }) => Promise<null>;
  /** Writes a file as another program; `bytes` follow the text and can be invalid UTF-8. */
  writeFile: (input: { path: string; text: string; bytes?: number[] }) => Promise<null>;
  /** Adds notes to a tool (`server.tool`) of the active toolset as an agent. */
  annotateTool: (input: { tool: string; notes: { name: string; note: string }[] }) => Promise<null>;
  /** Calls a tool as a client; the call waits for approval. */
  requestApproval: (input: { server: string; tool: string; client: string | null; origin: CallOrigin; arguments: string | null }) => Promise<null>;
  /** Corrupts the row of every decision, so that it no longer matches its checksum. */
  damageDecisions: () => Promise<null>;
  /** Logs calls as a proxy, oldest first. */
  logCalls: (input: { calls: LoggedCall[] }) => Promise<null>;
  /** Connects clients to a proxy of another process. */
  connectClients: (input: { clients: ConnectedClient[] }) => Promise<null>;
  /** Listens on the gateway's port as another program. */
  occupyPort: () => Promise<null>;
  /** Ends the listener of `occupyPort`. */
  freePort: () => Promise<null>;
};
