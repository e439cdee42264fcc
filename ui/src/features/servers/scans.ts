// The reads that are under way in this window, and how far each has come.
import { create } from "zustand";
import type { ScanProgress } from "../../backend";

type Scans = {
  running: Readonly<Record<string, { tools: number; pages: number }>>;
  start: (server: string) => void;
  progress: (progress: ScanProgress) => void;
  end: (server: string) => void;
};

export const useScans = create<Scans>()((set) => ({
  running: {},
  start: (server) => set(({ running }) => ({ running: { ...running, [server]: { tools: 0, pages: 0 } } })),
  progress: ({ server, tools, pages }) =>
    set(({ running }) => (server in running ? { running: { ...running, [server]: { tools, pages } } } : {})),
  end: (server) =>
    set(({ running }) => {
      const { [server]: _ended, ...rest } = running;
      return { running: rest };
    }),
}));

export const readingWords = (server: string, tools: number): string =>
  tools > 0 ? `Reading tools from ${server} · ${tools.toLocaleString("en")}` : `Starting ${server}`;
