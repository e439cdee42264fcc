// Recorded backend for tests of the run dialog. The test controls when a call ends and what it reports, because recorded
// responses are immediate and cannot represent a running call.
import type { Observation, RunInput, RunProgress, RunReport, Violation } from "../src/backend/bindings";
import { recordedBackend } from "./recorded-backend";
import type { RecordedBackend } from "./recorded-backend";
import { reportOf } from "./run-data";

class ControlledRuns {
  report: RunReport = reportOf();
  second: RunReport | null = reportOf();
  observation: Observation | null = null;
  /** Validator of the arguments. */
  judge: (text: string) => Violation[] = () => [];
  /** If true, calls wait for `end`. */
  waits = false;
  readonly ran: RunInput[] = [];
  readonly cancelled: number[] = [];
  readonly #listeners = new Set<(progress: RunProgress) => void>();
  readonly #ends: (() => void)[] = [];

  /** Listener of the progress event. */
  listen(listener: (progress: RunProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(over: Partial<RunProgress>): void {
    const run = this.ran.at(-1)?.run ?? 0;
    for (const listener of this.#listeners) listener({ run, stage: "running", progress: null, total: null, message: null, ...over });
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  cancel(run: number): void {
    this.cancelled.push(run);
    this.end();
  }

  async run(input: RunInput): Promise<RunReport> {
    this.ran.push(input);
    if (this.waits) await new Promise<void>((end) => this.#ends.push(end));
    return this.cancelled.includes(input.run) ? reportOf({ outcome: "cancelled", content: [], raw: null }) : this.report;
  }
}
export type { ControlledRuns };
export type RunBackend = RecordedBackend & { runs: ControlledRuns };

export function runBackend(): RunBackend {
  const backend = recordedBackend("run");
  const runs = new ControlledRuns();
  backend.checkArguments.mockImplementation(async (input) => runs.judge(input.arguments));
  backend.runTool.mockImplementation((input) => runs.run(input));
  backend.callTwice.mockImplementation(async ({ call }) => ({ first: await runs.run(call), second: runs.second, observation: runs.observation }));
  backend.cancelRun.mockImplementation(async (run) => {
    runs.cancel(run);
    return null;
  });
  return { ...backend, runs };
}
