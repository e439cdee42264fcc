// Commands that prepare a recorded store; the window has none of them (src-tauri/crates/engine/src/testing/commands.rs).
import type { ConnectedClient, CallOrigin } from "../src/backend/bindings";

/** As MCP has it: https://modelcontextprotocol.io/specification/2025-11-25/schema#tool */
type ToolDefinition = { name: string; title?: string; description?: string; inputSchema?: object; annotations?: object; icons?: object[] };
/** A call as a proxy logs it: with the types of its arguments, or also with their values. */
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
  /** A server is scanned and sends its list with these changes: members of tools, new tools, without some. */
  sendTools: (input: { server: string; tools?: ToolDefinition[]; without?: string[] }) => Promise<null>;
  /** Another program writes a file; `bytes` at its end need not be text. */
  writeFile: (input: { path: string; text: string; bytes?: number[] }) => Promise<null>;
  /** An agent adds notes to a tool, `server.tool`, of the active toolset. */
  annotateTool: (input: { tool: string; notes: { name: string; note: string }[] }) => Promise<null>;
  /** A client calls a tool, and the call waits for approval. */
  requestApproval: (input: { server: string; tool: string; client: string | null; origin: CallOrigin; arguments: string | null }) => Promise<null>;
  /** Every decision becomes a row that nobody wrote. */
  damageDecisions: () => Promise<null>;
  /** Calls pass a proxy, the oldest first. */
  logCalls: (input: { calls: LoggedCall[] }) => Promise<null>;
  /** Clients connect to a proxy of another process. */
  connectClients: (input: { clients: ConnectedClient[] }) => Promise<null>;
  /** Another program listens on the gateway's port. */
  occupyPort: () => Promise<null>;
  /** That program ends. */
  freePort: () => Promise<null>;
};
