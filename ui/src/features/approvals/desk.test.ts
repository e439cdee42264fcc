// Which call is shown, by the lists that come.
import { describe, expect, it } from "vitest";
import { approvalOf } from "../../../test/fake-approvals";
import type { ApprovalView } from "../../backend";
import type { Desk } from "./desk";
import { EMPTY, seen } from "./desk";

const one = approvalOf(1, { secondsLeft: 10 });
const two = approvalOf(2);
const after = (...lists: { list: ApprovalView[]; at: number }[]): Desk =>
  lists.reduce((desk, { list, at }) => seen(desk, list, at), EMPTY);
const told = ({ shown, ended, waiting }: Desk) => ({ shown: shown?.id ?? null, ended, waiting: waiting.map(({ id }) => id) });

describe("the desk", () => {
  it("shows the oldest, whatever comes after it", () => {
    expect(told(after({ list: [one], at: 0 }, { list: [one, two], at: 500 }))).toEqual({ shown: 1, ended: null, waiting: [1, 2] });
  });

  it("stays the same while nothing waits", () => {
    expect(seen(EMPTY, [], 0)).toBe(EMPTY);
  });

  it("says that one ran out only when its time was up", () => {
    expect(told(after({ list: [one, two], at: 0 }, { list: [two], at: 10_000 }))).toEqual({ shown: 1, ended: "ranOut", waiting: [2] });
    expect(told(after({ list: [one, two], at: 0 }, { list: [two], at: 3_000 }))).toEqual({ shown: 1, ended: "gone", waiting: [2] });
    // The time is what the last list said, not the first.
    const longer = { ...one, secondsLeft: 60 };
    expect(told(after({ list: [one], at: 0 }, { list: [longer], at: 9_000 }, { list: [], at: 11_000 })).ended).toBe("gone");
  });

  it("does not show again what was answered, though an older list names it", () => {
    const answered: Desk = { ...after({ list: [one, two], at: 0 }), shown: two, waiting: [two], answered: new Set([one.nonce]) };
    expect(told(seen(answered, [one, two], 500))).toEqual({ shown: 2, ended: null, waiting: [2] });
    expect(seen(answered, [two], 1_000).answered.size).toBe(0);
  });

  it("keeps what was set aside out of the way, and counts it", () => {
    const aside: Desk = { ...after({ list: [one], at: 0 }), shown: null, aside: new Set([one.nonce]) };
    expect(told(seen(aside, [one], 500))).toEqual({ shown: null, ended: null, waiting: [1] });
    expect(told(seen(aside, [one, two], 500))).toEqual({ shown: 2, ended: null, waiting: [1, 2] });
  });
});
