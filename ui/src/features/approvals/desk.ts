// What lies on the desk: the calls that wait, the one that is shown, and those that were set aside. Knows nothing of the page.
import { create } from "zustand";
import type { ApprovalView } from "../../backend";

/** How the shown one ended without an answer from here: its time was over, or somebody else was faster. */
export type Ended = "ranOut" | "gone";

type Nonces = ReadonlySet<string>;

export type Desk = {
  /** Everything that waits for an answer, the oldest first. */
  waiting: readonly ApprovalView[];
  shown: ApprovalView | null;
  ended: Ended | null;
  /** When the shown one runs out, by this clock. */
  until: number;
  /** Waits on, without being in the way. */
  aside: Nonces;
  /** Answered here; an older list may still name them. */
  answered: Nonces;
};

export const EMPTY: Desk = { waiting: [], shown: null, ended: null, until: 0, aside: new Set(), answered: new Set() };

/** Lists come twice a second, and their seconds are whole. */
const SLACK = 1_500;

const isIn = (nonces: Nonces) => ({ nonce }: ApprovalView) => nonces.has(nonce);

function next(desk: Desk): Desk {
  const shown = desk.waiting.find((one) => !isIn(desk.aside)(one)) ?? null;
  return { ...desk, shown, ended: null };
}

/** A new list has come. */
export function seen(desk: Desk, list: readonly ApprovalView[], now: number): Desk {
  if (list.length === 0 && desk.waiting.length === 0 && !desk.shown) return desk;
  const listed = new Set(list.map(({ nonce }) => nonce));
  const still = (nonces: Nonces) => new Set([...nonces].filter((nonce) => listed.has(nonce)));
  const waiting = list.filter((one) => !desk.answered.has(one.nonce));
  const fresh: Desk = { ...desk, waiting, aside: still(desk.aside), answered: still(desk.answered) };
  const { shown } = desk;
  if (shown === null) return timed(next(fresh), now);
  if (desk.ended) return fresh;
  const same = waiting.find(({ nonce }) => nonce === shown.nonce);
  if (same) return timed({ ...fresh, shown: same }, now);
  return { ...fresh, ended: now >= desk.until - SLACK ? "ranOut" : "gone" };
}

const timed = (desk: Desk, now: number): Desk =>
  desk.shown ? { ...desk, until: now + desk.shown.secondsLeft * 1_000 } : desk;

const without = (waiting: readonly ApprovalView[], gone: string) => waiting.filter(({ nonce }) => nonce !== gone);

type Acts = {
  see: (list: readonly ApprovalView[], now: number) => void;
  /** The answer to the shown one has arrived. */
  done: (nonce: string) => void;
  /** It could not be answered any more. */
  tooLate: (nonce: string) => void;
  setAside: (nonce: string) => void;
  /** Shows one that was set aside, or another that waits. */
  bring: (nonce: string) => void;
  goOn: () => void;
};

export const useDesk = create<Desk & Acts>()((set) => ({
  ...EMPTY,
  see: (list, now) => set((desk) => withActs(desk, seen(desk, list, now))),
  done: (nonce) =>
    set((desk) => {
      const left = { ...desk, waiting: without(desk.waiting, nonce), answered: new Set([...desk.answered, nonce]) };
      return desk.shown?.nonce === nonce ? next(left) : left;
    }),
  tooLate: (nonce) =>
    set((desk) => ({
      waiting: without(desk.waiting, nonce),
      answered: new Set([...desk.answered, nonce]),
      ...(desk.shown?.nonce === nonce ? { ended: "gone" as const } : {}),
    })),
  setAside: (nonce) => set((desk) => next({ ...desk, aside: new Set([...desk.aside, nonce]) })),
  bring: (nonce) =>
    set((desk) => {
      const shown = desk.waiting.find((one) => one.nonce === nonce);
      if (!shown) return desk;
      return { shown, ended: null, aside: new Set([...desk.aside].filter((one) => one !== nonce)) };
    }),
  goOn: () => set((desk) => next(desk)),
}));

/** The same object where nothing changed, so that nobody is told. */
const withActs = (desk: Desk & Acts, after: Desk): Partial<Desk> | (Desk & Acts) => (after === desk ? desk : after);
