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
  offersSession: false,
  askedAt: "2026-09-12T09:30:00Z",
  secondsLeft: 10,
  secondsInAll: 60,
};
const two: ApprovalView = { ...one, id: 2, nonce: "nonce-2", secondsLeft: 42 };
const after = (...lists: { list: ApprovalView[]; at: number }[]): ApprovalQueue =>
  lists.reduce((queue, { list, at }) => updateQueue(queue, list, at), EMPTY_QUEUE);
const summarize = ({ current, ended, pending }: ApprovalQueue) => ({ current: current?.id ?? null, ended, pending: pending.map(({ id }) => id) });

describe("the queue", () => {
  it("keeps showing the oldest call when another one arrives", () => {
    expect(summarize(after({ list: [one], at: 0 }, { list: [one, two], at: 500 }))).toEqual({ current: 1, ended: null, pending: [1, 2] });
  });

  it("keeps its identity while no call is pending", () => {
    expect(updateQueue(EMPTY_QUEUE, [], 0)).toBe(EMPTY_QUEUE);
  });

  it("marks a call as timed out only after its deadline", () => {
    expect(summarize(after({ list: [one, two], at: 0 }, { list: [two], at: 10_000 }))).toEqual({ current: 1, ended: "timedOut", pending: [2] });
    expect(summarize(after({ list: [one, two], at: 0 }, { list: [two], at: 3_000 }))).toEqual({ current: 1, ended: "settled", pending: [2] });
    // The deadline follows the last list, not the first.
    const longer = { ...one, secondsLeft: 60 };
    expect(summarize(after({ list: [one], at: 0 }, { list: [longer], at: 9_000 }, { list: [], at: 11_000 })).ended).toBe("settled");
  });

  it("measures the next call by its own deadline", () => {
    useApprovalQueue.setState(after({ list: [{ ...one, secondsLeft: 2 }, two], at: 0 }));
    useApprovalQueue.getState().markAnswered(one.nonce);
    useApprovalQueue.getState().update([], 1_000);
    expect(summarize(useApprovalQueue.getState())).toEqual({ current: 2, ended: "settled", pending: [] });
  });

  it("does not show an answered call again if an older list contains it", () => {
    const answered: ApprovalQueue = { ...after({ list: [one, two], at: 0 }), current: two, pending: [two], answered: new Set([one.nonce]) };
    expect(summarize(updateQueue(answered, [one, two], 500))).toEqual({ current: 2, ended: null, pending: [2] });
    expect(updateQueue(answered, [two], 1_000).answered.size).toBe(0);
  });

  it("hides a call that was set aside, and counts it", () => {
    const aside: ApprovalQueue = { ...after({ list: [one], at: 0 }), current: null, aside: new Set([one.nonce]) };
    expect(summarize(updateQueue(aside, [one], 500))).toEqual({ current: null, ended: null, pending: [1] });
    expect(summarize(updateQueue(aside, [one, two], 500))).toEqual({ current: 2, ended: null, pending: [1, 2] });
  });
});
