// Store of the scans and sign-ins in progress in this window.
import { create } from "zustand";
import type { ScanProgress } from "../../backend";

/** Waiting in the queue, listing tools, or waiting for the sign-in. */
export type Phase = "queued" | "scanning" | "signingIn";
export type Running = { phase: Phase; tools: number; pages: number };

type Scans = {
  running: Readonly<Record<string, Running>>;
  start: (server: string, phase?: Phase) => void;
  progress: (progress: ScanProgress) => void;
  end: (server: string) => void;
};

export const useScans = create<Scans>()((set) => ({
  running: {},
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
