// Hook that makes a call: progress, result and cancellation.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ReaderInput, RunProgress, RunReport, ToolKey, RepeatReport } from "../../backend";
import { backend, onRunProgress } from "../../backend";
import { toolQuery } from "../../backend/queries";
import { notifyError } from "../../shared/notify";
import { violationsQuery, runnerQuery } from "./queries";

export type Running = { run: number; since: number; progress: RunProgress | null; cancelling: boolean };
export type Ended =
  | { kind: "once"; run: number; report: RunReport }
  | { kind: "twice"; run: number; report: RepeatReport }
  | { kind: "failed"; run: number; error: unknown };

/** Random, so that it is unique among the run ids of all windows. */
const newRunId = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

type RunOptions = { anyway: boolean; twice?: { reader: ReaderInput | null } };

export function useRun(key: ToolKey) {
  const client = useQueryClient();
  const [running, setRunning] = useState<Running | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  /** Also set between a click and the next render, so that a double click makes one call. */
  const current = useRef<number | null>(null);

  useEffect(
    () =>
      onRunProgress((progress) =>
        setRunning((now) => (now && now.run === progress.run ? { ...now, progress } : now)),
      ),
    [],
  );
  useEffect(
    () => () => {
      // The dialog was closed, so its result would not be visible.
      if (current.current !== null) void backend.cancelRun(current.current).catch(() => undefined);
      current.current = null;
    },
    [],
  );

  const call = async (run: number, text: string, options: RunOptions): Promise<Ended | null> => {
    const { server, tool } = key;
    const input = { run, server, tool, arguments: text };
    if (!options.anyway) {
      const violations = await client.fetchQuery({ ...violationsQuery(key, text), staleTime: 0 });
      // If the dialog was closed meanwhile, the call is not made.
      if (violations.length > 0 || current.current !== run) return null;
    }
    setRunning({ run, since: Date.now(), progress: null, cancelling: false });
    if (options.twice) return { kind: "twice", run, report: await backend.callTwice({ call: input, reader: options.twice.reader }) };
    return { kind: "once", run, report: await backend.runTool(input) };
  };

  const start = async (text: string, options: RunOptions): Promise<void> => {
    if (current.current !== null) return;
    const run = newRunId();
    current.current = run;
    const result = await call(run, text, options).catch((error: unknown): Ended => ({ kind: "failed", run, error }));
    current.current = null;
    setRunning(null);
    if (result === null) return;
    setEnded(result);
    void client.invalidateQueries({ queryKey: runnerQuery(key).queryKey });
    if (result.kind === "twice") void client.invalidateQueries({ queryKey: toolQuery(key).queryKey });
  };

  const cancel = (): void => {
    if (!running || running.cancelling) return;
    const { run } = running;
    setRunning({ ...running, cancelling: true });
    backend.cancelRun(run).catch((error: unknown) => {
      notifyError(error);
      setRunning((now) => (now?.run === run ? { ...now, cancelling: false } : now));
    });
  };

  return { running, ended, run: (text: string, options: RunOptions) => void start(text, options), cancel };
}
