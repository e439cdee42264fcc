// Queue of pending approvals: all pending calls, the visible one, and those set aside. Independent of the current page.
import { create } from "zustand";
import type { ApprovalView } from "../../backend";

/** Reason why the visible call ended without an answer from this window: it timed out, or it was settled elsewhere. */
export type EndedApproval = "timedOut" | "settled";

type Nonces = ReadonlySet<string>;

export type ApprovalQueue = {
  /** All pending calls, oldest first. */
  pending: readonly ApprovalView[];
  current: ApprovalView | null;
  ended: EndedApproval | null;
  /** Time of the last list in milliseconds, by the clock of this window. */
  listedAt: number;
  /** Calls that are still pending but hidden. */
  aside: Nonces;
  /** Calls answered here; an older list may still contain them. */
  answered: Nonces;
};

export const EMPTY_QUEUE: ApprovalQueue = { pending: [], current: null, ended: null, listedAt: 0, aside: new Set(), answered: new Set() };

/** Tolerance of the timeout check: lists arrive twice a second, with the remaining time in whole seconds. */
const SLACK = 1_500;

const isIn = (nonces: Nonces) => ({ nonce }: ApprovalView) => nonces.has(nonce);

function next(queue: ApprovalQueue): ApprovalQueue {
  const current = queue.pending.find((one) => !isIn(queue.aside)(one)) ?? null;
  return { ...queue, current, ended: null };
}

/** Queue after a new list of pending calls. */
export function updateQueue(queue: ApprovalQueue, list: readonly ApprovalView[], now: number): ApprovalQueue {
  if (list.length === 0 && queue.pending.length === 0 && !queue.current) return queue;
  const listed = new Set(list.map(({ nonce }) => nonce));
  const stillListed = (nonces: Nonces) => new Set([...nonces].filter((nonce) => listed.has(nonce)));
  const pending = list.filter((one) => !queue.answered.has(one.nonce));
  const fresh: ApprovalQueue = {
    ...queue,
    pending,
    listedAt: now,
    aside: stillListed(queue.aside),
    answered: stillListed(queue.answered),
  };
  const { current } = queue;
  if (current === null) return next(fresh);
  if (queue.ended) return fresh;
  const same = pending.find(({ nonce }) => nonce === current.nonce);
  if (same) return { ...fresh, current: same };
  const deadline = queue.listedAt + current.secondsLeft * 1_000;
  return { ...fresh, ended: now >= deadline - SLACK ? "timedOut" : "settled" };
}

const without = (pending: readonly ApprovalView[], removed: string) => pending.filter(({ nonce }) => nonce !== removed);

type Actions = {
  update: (list: readonly ApprovalView[], now: number) => void;
  /** The backend has accepted the answer to the call. */
  markAnswered: (nonce: string) => void;
  /** The backend has rejected the answer, because the call is already settled. */
  markSettled: (nonce: string) => void;
  setAside: (nonce: string) => void;
  /** Shows a call that was set aside, or another pending one. */
  show: (nonce: string) => void;
  /** Shows the oldest pending call that is not set aside. */
  showNext: () => void;
};

type QueueStore = ApprovalQueue & Actions;

export const useApprovalQueue = create<QueueStore>()((set) => ({
  ...EMPTY_QUEUE,
  update: (list, now) => set((queue) => keepIdentity(queue, updateQueue(queue, list, now))),
  markAnswered: (nonce) =>
    set((queue) => {
      const left = { ...queue, pending: without(queue.pending, nonce), answered: new Set([...queue.answered, nonce]) };
      return queue.current?.nonce === nonce ? next(left) : left;
    }),
  markSettled: (nonce) =>
    set((queue) => ({
      pending: without(queue.pending, nonce),
      answered: new Set([...queue.answered, nonce]),
      ...(queue.current?.nonce === nonce ? { ended: "settled" as const } : {}),
    })),
  setAside: (nonce) => set((queue) => next({ ...queue, aside: new Set([...queue.aside, nonce]) })),
  show: (nonce) =>
    set((queue) => {
      const current = queue.pending.find((one) => one.nonce === nonce);
      if (!current) return queue;
      return { current, ended: null, aside: new Set([...queue.aside].filter((one) => one !== nonce)) };
    }),
  showNext: () => set((queue) => next(queue)),
}));

/** Returns the same object if nothing changed, so that zustand does not notify subscribers. */
const keepIdentity = (queue: QueueStore, after: ApprovalQueue): ApprovalQueue | QueueStore => (after === queue ? queue : after);
