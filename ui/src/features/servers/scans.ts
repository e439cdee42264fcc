// Store of the scans and sign-ins in progress in this window, and of the problems that its last scans found.
import { create } from "zustand";
import type { ScanProgress, ToolProblem } from "../../backend";

/** Waiting in the queue, listing tools, or waiting for the sign-in. */
export type Phase = "queued" | "scanning" | "signingIn";
export type Running = { phase: Phase; tools: number; pages: number };

type Scans = {
  running: Readonly<Record<string, Running>>;
  /** By server. Not stored: the engine keeps those of tools, with the tools. */
  problems: Readonly<Record<string, readonly ToolProblem[]>>;
  setProblems: (server: string, problems: readonly ToolProblem[]) => void;
  start: (server: string, phase?: Phase) => void;
  progress: (progress: ScanProgress) => void;
  end: (server: string) => void;
};

export const useScans = create<Scans>()((set) => ({
  running: {},
  problems: {},
  setProblems: (server, found) => set(({ problems }) => ({ problems: { ...problems, [server]: found } })),
  start: (server, phase = "scanning") =>
    set(({ running }) => ({ running: { ...running, [server]: { phase, tools: 0, pages: 0 } } })),
  progress: ({ server, tools, pages }) =>
    set(({ running }) => {
      const now = running[server];
      return now ? { running: { ...running, [server]: { ...now, tools, pages } } } : {};
    }),
  end: (server) =>
    set(({ running }) => {
      const { [server]: _ended, ...rest } = running;
      return { running: rest };
    }),
}));
