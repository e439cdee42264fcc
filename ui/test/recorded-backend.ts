// Backend that replays recorded responses of the real engine (test/recorded, written by a test of the engine) as mocks.
// A recording is a graph of store states; a command that changes the store leads from one state to another. A request that is
// not recorded fails the test; CONTRIBUTING.md explains how to add it.
import type { Mock } from "vitest";
import { vi } from "vitest";
import type { Backend } from "../src/backend";
import type { ApiError, ToolKey } from "../src/backend/bindings";
import { commands } from "../src/backend/bindings";
import { BackendError } from "../src/backend/error";
import type { Preparation } from "./preparation";
import { RECORDINGS } from "./recordings";
import { isRecording, writeRecording } from "./write-recording";

type Command = keyof Backend;
/** `detail` is a patch of the tool's detail since it was last requested. */
type Exchange = {
  input: unknown;
  answer?: unknown;
  error?: ApiError;
  patch?: Record<string, unknown>;
  like?: number;
  detail?: Record<string, unknown>;
};
/** The call that led to the state `from`; a prepared call has no recorded response. */
type State = { from?: number; call?: Record<string, Exchange>; prepared?: boolean; reads: Record<string, Exchange[]> };
export type Recording = { store: string; states: State[] };

/** Commands that do not change the store. */
const READS: ReadonlySet<string> = new Set<Command>([
  "catalog", "search", "tool", "completions", "previewBulk", "previewDecisions", "toolHistory", "icons", "preferences", "environments",
  "compareEnvironments", "previewPromote", "rules", "previewRule", "toolsetView", "renderToolsetFile", "previewToolsetImport",
  "coverage", "previewNotes", "noteTemplates", "reviewQueue", "previewAccept", "previewMove", "history", "backups", "doctor", "previewServer", "serverOutput",
  "listOperations", "operationTerms", "scanProblems",
  "secrets", "clientFiles", "previewInstall", "findImports", "readImport", "registryPage", "registrySource", "registryAddress", "targets", "previewExport",
  "previewPatch", "compareDeclared", "previewRetire",
  "pending", "previewApply", "findings", "previewFixes", "readiness", "approvals", "runner", "checkArguments", "gateway",
  "gatewayToken", "calls",
]);

/** Commands of the window, not of the engine. */
const WINDOW = {
  zoom: async () => null,
  startAgain: async () => null,
  chooseExportPath: async () => "/home/anna/stick/store.db",
  chooseApplyPath: async () => "/home/anna/hintsmith.json",
  chooseFile: async () => "/home/anna/config.json",
  chooseFolder: async () => "/home/anna/project",
} satisfies Partial<Backend>;

const unrecorded: string[] = [];
/** Unrecorded requests since the last call. */
export const takeUnrecorded = (): string[] => unrecorded.splice(0);

/** Canonical JSON, independent of the order of keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

const toolOf = (input: unknown) => {
  const { server, tool } = input as ToolKey;
  return { server, tool };
};

const hasInput = (exchange: Exchange | undefined, input: unknown): boolean => exchange !== undefined && textOf(exchange.input) === textOf(input);

function apply(answer: unknown, patch: Record<string, unknown>): unknown {
  const root = { "": answer };
  for (const [pointer, value] of Object.entries(patch)) {
    const keys = pointer.split("/");
    const last = keys.pop() as string;
    const parent = keys.reduce((at, key) => Reflect.get(at, key) as object, root as object);
    Reflect.set(parent, last, structuredClone(value));
  }
  return root[""];
}

export type RecordedBackend = { [K in Command]: Mock<Backend[K]> } & {
  /** Runs a command as preparation; the mocks do not record it. */
  prepare: <K extends keyof (Backend & Preparation)>(
    command: K,
    ...args: Parameters<(Backend & Preparation)[K]>
  ) => Promise<void>;
  /** Commands that change the store no longer resolve, for tests that do not depend on their response. */
  holdChanges: () => void;
  /** Modifies every response of a command, for responses that the engine does not give in a test. */
  amend: <K extends Command>(command: K, change: (answer: Awaited<ReturnType<Backend[K]>>) => Awaited<ReturnType<Backend[K]>>) => void;
};

export function recordedBackend(name: keyof typeof RECORDINGS): RecordedBackend {
  const recording = RECORDINGS[name];
  const { states } = recording;
  /** States up to the current one, which is the last. */
  const path = [0];

  const find = (state: number, command: string, input: unknown): { exchange?: Exchange | undefined; next: number } => {
    if (READS.has(command)) return { exchange: states[state]?.reads[command]?.find((one) => hasInput(one, input)), next: state };
    const next = states.findIndex(({ from, call }) => from === state && hasInput(call?.[command], input));
    return { exchange: states[next]?.call?.[command], next };
  };

  /** Last complete recorded response with all later patches; `like` is the index of a request with a similar response. */
  const answerOf = (command: string, input: unknown, steps: readonly number[] = path): unknown => {
    let answer: unknown;
    for (const [step, state] of steps.entries()) {
      const { exchange } = find(state, command, input);
      const other = exchange?.like === undefined ? undefined : states[state]?.reads[command]?.[exchange.like];
      if (other) answer = answerOf(command, other.input, steps.slice(0, step + 1));
      if (exchange?.patch) answer = apply(answer, exchange.patch);
      else if (exchange && !exchange.error) answer = structuredClone(exchange.answer);
    }
    return answer;
  };

  const add = (state: number, command: string, input: unknown, prepared: boolean): void => {
    if (READS.has(command)) (states[state]?.reads ?? {})[command] = [...(states[state]?.reads[command] ?? []), { input }];
    else states.push({ from: state, call: { [command]: { input } }, reads: {}, ...(prepared ? { prepared } : {}) });
  };

  const refuse = (command: string, input: unknown): never => {
    unrecorded.push(`${command} ${textOf(input)} in ${name}.json`);
    if (isRecording) writeRecording(name, recording);
    throw new BackendError("internal", `not recorded: ${command} ${textOf(input)}`, "");
  };

  const run = async (command: string, given: unknown): Promise<unknown> => {
    const [input, state] = [given ?? null, path.at(-1) as number];
    const { exchange, next } = find(state, command, input);
    if (!exchange) {
      if (isRecording) add(state, command, input, false);
      return refuse(command, input);
    }
    if (!("answer" in exchange || exchange.error || exchange.patch)) {
      if (isRecording && next !== state) delete states[next]?.prepared;
      return refuse(command, input);
    }
    const detail = exchange.detail && answerOf("tool", toolOf(input));
    if (next !== state) path.push(next);
    if (exchange.error) throw new BackendError(exchange.error.code, exchange.error.message, exchange.error.hint);
    if (READS.has(command)) return answerOf(command, input);
    const answer = structuredClone(exchange.answer);
    return exchange.detail ? { ...(answer as object), detail: apply(detail, exchange.detail) } : answer;
  };

  const prepare = async (command: string, given: unknown): Promise<void> => {
    const [input, state] = [given ?? null, path.at(-1) as number];
    if (isRecording && !find(state, command, input).exchange) {
      add(state, command, input, true);
      writeRecording(name, recording);
    }
    const { exchange, next } = find(state, command, input);
    if (!exchange) return refuse(command, input);
    if (exchange.error) throw new BackendError(exchange.error.code, exchange.error.message, exchange.error.hint);
    path.push(next);
  };

  const mocks: Record<string, Mock> = {};
  for (const command of Object.keys(commands)) mocks[command] = vi.fn(async (input: unknown) => run(command, input));
  for (const [command, answer] of Object.entries(WINDOW)) mocks[command] = vi.fn(answer);
  const amend = (command: string, change: (answer: unknown) => unknown) =>
    void mocks[command]?.mockImplementation(async (input: unknown) => change(await run(command, input)));
  const holdChanges = () => {
    for (const command of Object.keys(commands)) if (!READS.has(command)) mocks[command]?.mockImplementation(() => new Promise(() => {}));
  };
  return { ...mocks, prepare, amend, holdChanges } as RecordedBackend;
}
