// Temporary store, and the command-line program as a second process on it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { closeAtEnd } from "./resources.ts";
import { until } from "./wait.ts";

export const root = resolve(import.meta.dirname, "../..");
/** Folder of the programs under test. */
export const programs = requiredVariable("HINTSMITH_PROGRAMS");
/** Command-line program, which can also run as an MCP server. */
export const program = join(programs, "hintsmith");

function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run scripts/window-tests`);
  return value;
}

export class Store {
  readonly folder = mkdtempSync(join(tmpdir(), "hintsmith-window-"));
  readonly data = join(this.folder, "data");

  constructor() {
    closeAtEnd(() => this.remove());
  }

  /** Environment of a process on this store. HOME is the store's folder, so that the user's configuration is not used. */
  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, HINTSMITH_DATA: this.data, HOME: this.folder };
  }

  cli(...args: string[]): string {
    // HINTSMITH_UNATTENDED, because tests have no terminal.
    const env = { ...process.env, HINTSMITH_DATA: this.data, HINTSMITH_UNATTENDED: "1" };
    return execFileSync(program, args, { env, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Adds the program itself as a server with `tools` generated tools. */
  addGenerated(name: string, tools: number): void {
    this.cli("add", name, "--yes", "--", program, "demo-server", "--tools", String(tools));
  }

  async remove(): Promise<void> {
    // Retried, because a process that is about to exit may still write.
    const remove = () => {
      rmSync(this.folder, { recursive: true, force: true });
      return true;
    };
    await until(remove, `${this.folder} is removed`);
  }
}

type Json = any;
export const json = (store: Store, ...args: string[]): Json => JSON.parse(store.cli(...args, "--json"));
/** Fields of a tool, each with its deciding layer. */
export const explain = (store: Store, tool: string, ...options: string[]): Json => json(store, "explain", tool, ...options).fields;
/** Tools that match a filter. Options come before the filter. */
export const listTools = (store: Store, ...filter: string[]): Json[] => JSON.parse(store.cli("tools", "--json", ...filter));

/** Waits until a field of a tool has the expected properties in the store. */
export async function untilStored(store: Store, tool: string, field: string, expected: object, ...options: string[]): Promise<void> {
  let last: Json;
  const properties = Object.entries(expected);
  await until(
    () => (last = explain(store, tool, ...options)[field]) && properties.every(([key, value]) => last[key] === value),
    () => `${field} of ${tool} is ${JSON.stringify(expected)}, not ${JSON.stringify({ ...last, shadows: undefined })}`,
  );
}
