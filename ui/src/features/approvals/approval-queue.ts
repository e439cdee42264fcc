// Queue of pending approvals: all pending calls, the visible one, and those set aside. Independent of the current page.
import { create } from "zustand";
import type { ApprovalView } from "../../backend";

/** Reason why the visible call ended without an answer from this window: it timed out, or it was settled elsewhere. */
export type EndedApproval = "ranOut" | "gone";

type Nonces = ReadonlySet<string>;

export type ApprovalQueue = {
  /** All pending calls, oldest first. */
  waiting: readonly ApprovalView[];
  shown: ApprovalView | null;
  ended: EndedApproval | null;
  /** Time of the last list in milliseconds, by the clock of this window. */
  listedAt: number;
  /** Calls that are still pending but not shown. */
  aside: Nonces;
  /** Calls answered here; an older list may still contain them. */
  answered: Nonces;
};

export const EMPTY_QUEUE: ApprovalQueue = { waiting: [], shown: null, ended: null, listedAt: 0, aside: new Set(), answered: new Set() };

/** Tolerance of the timeout check: lists arrive twice a second, with the remaining time in whole seconds. */
const SLACK = 1_500;

const isIn = (nonces: Nonces) => ({ nonce }: ApprovalView) => nonces.has(nonce);

function next(queue: ApprovalQueue): ApprovalQueue {
  const shown = queue.waiting.find((one) => !isIn(queue.aside)(one)) ?? null;
  return { ...queue, shown, ended: null };
}

/** Queue after a new list of pending calls. */
export function updateQueue(queue: ApprovalQueue, list: readonly ApprovalView[], now: number): ApprovalQueue {
  if (list.length === 0 && queue.waiting.length === 0 && !queue.shown) return queue;
  const listed = new Set(list.map(({ nonce }) => nonce));
  const stillListed = (nonces: Nonces) => new Set([...nonces].filter((nonce) => listed.has(nonce)));
  const waiting = list.filter((one) => !queue.answered.has(one.nonce));
  const fresh: ApprovalQueue = {
    ...queue,
    waiting,
    listedAt: now,
    aside: stillListed(queue.aside),
    answered: stillListed(queue.answered),
  };
  const { shown } = queue;
  if (shown === null) return next(fresh);
  if (queue.ended) return fresh;
  const same = waiting.find(({ nonce }) => nonce === shown.nonce);
  if (same) return { ...fresh, shown: same };
  const deadline = queue.listedAt + shown.secondsLeft * 1_000;
  return { ...fresh, ended: now >= deadline - SLACK ? "ranOut" : "gone" };
}

const without = (waiting: readonly ApprovalView[], removed: string) => waiting.filter(({ nonce }) => nonce !== removed);

type Actions = {
  see: (list: readonly ApprovalView[], now: number) => void;
  /** The backend has accepted the answer to the call. */
  done: (nonce: string) => void;
  /** The backend has rejected the answer, because the call is already settled. */
  tooLate: (nonce: string) => void;
  setAside: (nonce: string) => void;
  /** Shows a call that was set aside, or another pending one. */
  bring: (nonce: string) => void;
  goOn: () => void;
};

type QueueStore = ApprovalQueue & Actions;

export const useApprovalQueue = create<QueueStore>()((set) => ({
  ...EMPTY_QUEUE,
  see: (list, now) => set((queue) => keepIdentity(queue, updateQueue(queue, list, now))),
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

/** Returns the same object if nothing changed, so that zustand does not notify subscribers. */
const keepIdentity = (queue: QueueStore, after: ApprovalQueue): ApprovalQueue | QueueStore => (after === queue ? queue : after);
