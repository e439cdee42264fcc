// Queue of calls that wait for approval: the pending calls, the one on screen, and those set aside. Independent of the page.
import { create } from "zustand";
import type { ApprovalView } from "../../backend";

/** How the shown one ended without an answer from here: its time was over, or somebody else was faster. */
export type EndedApproval = "ranOut" | "gone";

type Nonces = ReadonlySet<string>;

export type ApprovalQueue = {
  /** Everything that waits for an answer, the oldest first. */
  waiting: readonly ApprovalView[];
  shown: ApprovalView | null;
  ended: EndedApproval | null;
  /** When the shown one runs out, by this clock. */
  until: number;
  /** Waits on, without being in the way. */
  aside: Nonces;
  /** Answered here; an older list may still name them. */
  answered: Nonces;
};

export const EMPTY_QUEUE: ApprovalQueue = { waiting: [], shown: null, ended: null, until: 0, aside: new Set(), answered: new Set() };

/** Lists come twice a second, and their seconds are whole. */
const SLACK = 1_500;

const isIn = (nonces: Nonces) => ({ nonce }: ApprovalView) => nonces.has(nonce);

function next(queue: ApprovalQueue): ApprovalQueue {
  const shown = queue.waiting.find((one) => !isIn(queue.aside)(one)) ?? null;
  return { ...queue, shown, ended: null };
}

/** A new list has come. */
export function updateQueue(queue: ApprovalQueue, list: readonly ApprovalView[], now: number): ApprovalQueue {
  if (list.length === 0 && queue.waiting.length === 0 && !queue.shown) return queue;
  const listed = new Set(list.map(({ nonce }) => nonce));
  const still = (nonces: Nonces) => new Set([...nonces].filter((nonce) => listed.has(nonce)));
  const waiting = list.filter((one) => !queue.answered.has(one.nonce));
  const fresh: ApprovalQueue = { ...queue, waiting, aside: still(queue.aside), answered: still(queue.answered) };
  const { shown } = queue;
  if (shown === null) return timed(next(fresh), now);
  if (queue.ended) return fresh;
  const same = waiting.find(({ nonce }) => nonce === shown.nonce);
  if (same) return timed({ ...fresh, shown: same }, now);
  return { ...fresh, ended: now >= queue.until - SLACK ? "ranOut" : "gone" };
}

const timed = (queue: ApprovalQueue, now: number): ApprovalQueue =>
  queue.shown ? { ...queue, until: now + queue.shown.secondsLeft * 1_000 } : queue;

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

export const useApprovalQueue = create<ApprovalQueue & Acts>()((set) => ({
  ...EMPTY_QUEUE,
  see: (list, now) => set((queue) => withActs(queue, updateQueue(queue, list, now))),
  done: (nonce) =>
    set((queue) => {
      const left = { ...queue, waiting: without(queue.waiting, nonce), answered: new Set([...queue.answered, nonce]) };
      return queue.shown?.nonce === nonce ? next(left) : left;
    }),
  tooLate: (nonce) =>
    set((queue) => ({
      waiting: without(queue.waiting, nonce),
      answered: new Set([...queue.answered, nonce]),
      ...(queue.shown?.nonce === nonce ? { ended: "gone" as const } : {}),
    })),
  setAside: (nonce) => set((queue) => next({ ...queue, aside: new Set([...queue.aside, nonce]) })),
  bring: (nonce) =>
    set((queue) => {
      const shown = queue.waiting.find((one) => one.nonce === nonce);
      if (!shown) return queue;
      return { shown, ended: null, aside: new Set([...queue.aside].filter((one) => one !== nonce)) };
    }),
  goOn: () => set((queue) => next(queue)),
}));

/** The same object where nothing changed, so that nobody is told. */
const withActs = (queue: ApprovalQueue & Acts, after: ApprovalQueue): Partial<ApprovalQueue> | (ApprovalQueue & Acts) => (after === queue ? queue : after);
