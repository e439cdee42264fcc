// Store of the scans and sign-ins in progress in this window.
import { create } from "zustand";
import type { ScanProgress } from "../../backend";

/** Waiting in the queue, reading tools, or waiting for the sign-in. */
export type Phase = "queued" | "reading" | "signingIn";
export type Running = { phase: Phase; tools: number; pages: number };

type Scans = {
  running: Readonly<Record<string, Running>>;
  start: (server: string, phase?: Phase) => void;
  progress: (progress: ScanProgress) => void;
  end: (server: string) => void;
};

export const useScans = create<Scans>()((set) => ({
  running: {},
  start: (server, phase = "reading") =>
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

export function formatScan(server: string, { phase, tools }: Running): string {
  if (phase === "signingIn") return `Waiting for your browser to sign in to ${server}…`;
  if (phase === "queued") return `${server} waits its turn`;
  return tools > 0 ? `Reading tools from ${server} · ${tools.toLocaleString("en")}` : `Starting ${server}`;
}

/** Shorter form of `readingWords`, for use beside the server name. */
export function formatScanPhase({ phase, tools }: Running): string {
  if (phase === "signingIn") return "Waiting for your browser…";
  if (phase === "queued") return "Waits its turn";
  return tools > 0 ? `Reading… ${tools.toLocaleString("en")}` : "Connecting…";
}
