// Approval queue: the visible call after a sequence of polled lists.
import { describe, expect, it } from "vitest";
import type { ApprovalView } from "../../backend";
import type { ApprovalQueue } from "./approval-queue";
import { EMPTY_QUEUE, updateQueue, useApprovalQueue } from "./approval-queue";

const one: ApprovalView = {
  id: 1,
  nonce: "nonce-1",
  server: "demo",
  tool: "home_notes_delete_note",
  title: "Delete Note",
  client: "Claude Code",
  origin: "gateway",
  arguments: null,
  badges: [],
  behaviour: "destructive",
  because: "It may make destructive changes",
  sentences: [],
  askedAt: "2026-09-12T09:30:00Z",
  secondsLeft: 10,
  secondsInAll: 60,
};
const two: ApprovalView = { ...one, id: 2, nonce: "nonce-2", secondsLeft: 42 };
const after = (...lists: { list: ApprovalView[]; at: number }[]): ApprovalQueue =>
  lists.reduce((queue, { list, at }) => updateQueue(queue, list, at), EMPTY_QUEUE);
const summarize = ({ shown, ended, waiting }: ApprovalQueue) => ({ shown: shown?.id ?? null, ended, waiting: waiting.map(({ id }) => id) });

describe("the queue", () => {
  it("shows the oldest, whatever comes after it", () => {
    expect(summarize(after({ list: [one], at: 0 }, { list: [one, two], at: 500 }))).toEqual({ shown: 1, ended: null, waiting: [1, 2] });
  });

  it("stays the same while nothing waits", () => {
    expect(updateQueue(EMPTY_QUEUE, [], 0)).toBe(EMPTY_QUEUE);
  });

  it("says that one ran out only when its time was up", () => {
    expect(summarize(after({ list: [one, two], at: 0 }, { list: [two], at: 10_000 }))).toEqual({ shown: 1, ended: "ranOut", waiting: [2] });
    expect(summarize(after({ list: [one, two], at: 0 }, { list: [two], at: 3_000 }))).toEqual({ shown: 1, ended: "gone", waiting: [2] });
    // The deadline follows the last list, not the first.
    const longer = { ...one, secondsLeft: 60 };
    expect(summarize(after({ list: [one], at: 0 }, { list: [longer], at: 9_000 }, { list: [], at: 11_000 })).ended).toBe("gone");
  });

  it("measures the next call by its own deadline", () => {
    useApprovalQueue.setState(after({ list: [{ ...one, secondsLeft: 2 }, two], at: 0 }));
    useApprovalQueue.getState().done(one.nonce);
    useApprovalQueue.getState().see([], 1_000);
    expect(summarize(useApprovalQueue.getState())).toEqual({ shown: 2, ended: "gone", waiting: [] });
  });

  it("does not show again what was answered, though an older list names it", () => {
    const answered: ApprovalQueue = { ...after({ list: [one, two], at: 0 }), shown: two, waiting: [two], answered: new Set([one.nonce]) };
    expect(summarize(updateQueue(answered, [one, two], 500))).toEqual({ shown: 2, ended: null, waiting: [2] });
    expect(updateQueue(answered, [two], 1_000).answered.size).toBe(0);
  });

  it("keeps what was set aside out of the way, and counts it", () => {
    const aside: ApprovalQueue = { ...after({ list: [one], at: 0 }), shown: null, aside: new Set([one.nonce]) };
    expect(summarize(updateQueue(aside, [one], 500))).toEqual({ shown: null, ended: null, waiting: [1] });
    expect(summarize(updateQueue(aside, [one, two], 500))).toEqual({ shown: 2, ended: null, waiting: [1, 2] });
  });
});
