// Unit tests of merging the newest and the older calls with the known ones.
import { describe, expect, it } from "vitest";
import { CALL } from "../../../test/literals";
import type { CallsPage, CallView } from "../../backend";
import type { Calls } from "./calls-query";
import { PAGE, withNewest, withOlder } from "./calls-query";

const callOf = (id: number, outcome: CallView["outcome"] = "ok"): CallView => ({ ...CALL, id, outcome });
const range = (from: number, count: number): CallView[] => Array.from({ length: count }, (_, index) => callOf(from - index));
const pageOf = (calls: CallView[], all = calls.length): CallsPage => ({ calls, all, denied: 0, failed: 0 });
const known = (calls: CallView[], more: boolean): Calls => ({ ...pageOf(calls, 999), more });
const ids = ({ calls }: Calls): number[] => calls.map(({ id }) => id);

describe("the newest calls", () => {
  it("are complete if they do not fill a page", () => {
    expect(withNewest(undefined, pageOf(range(3, 3))).more).toBe(false);
    expect(withNewest(undefined, pageOf(range(PAGE, PAGE))).more).toBe(true);
  });

  it("come before the older pages, which are kept", () => {
    const before = known(range(300, 250), true);
    const after = withNewest(before, pageOf(range(302, PAGE)));
    expect(ids(after)).toEqual([302, 301, ...ids(before)]);
    expect(after.more).toBe(true);
  });

  it("keep the identity of unchanged calls, and replace changed ones", () => {
    const before = known([callOf(2, null), callOf(1)], false);
    const after = withNewest(before, pageOf([callOf(3), callOf(2), callOf(1)]));
    expect(after.calls[2]).toBe(before.calls[1]);
    expect(after.calls[1]).not.toBe(before.calls[0]);
    expect(after.calls[1]?.outcome).toBe("ok");
    expect(withNewest(after, pageOf([...after.calls])).calls).toBe(after.calls);
  });

  it("leave no gap: if more calls arrived than a page holds, the known ones are dropped", () => {
    const after = withNewest(known(range(300, 250), false), pageOf(range(500, PAGE)));
    expect(ids(after)).toEqual(range(500, PAGE).map(({ id }) => id));
    expect(after.more).toBe(true);
  });

  it("are empty once the log is cleared", () => {
    expect(withNewest(known(range(300, 250), true), pageOf([]))).toMatchObject({ calls: [], more: false });
  });
});

describe("older calls", () => {
  it("come last, without duplicates, and tell whether more may exist", () => {
    const before = known(range(300, PAGE), true);
    const after = withOlder(before, range(201, PAGE));
    expect(ids(after)).toEqual(range(300, 2 * PAGE - 1).map(({ id }) => id));
    expect(after.more).toBe(true);
    expect(withOlder(after, range(101, 3)).more).toBe(false);
  });
});
