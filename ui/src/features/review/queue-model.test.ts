// Unit tests of the rows and order of the queue, and of the selection after accepting.
import { describe, expect, it } from "vitest";
import { recordedBackend } from "../../../test/recorded-backend";
import type { ReviewGroup, ReviewItem } from "../../backend";
import { useReviewSession } from "../../shared/review-session";
import { cardId } from "../../shared/tool-id";
import { afterAccepting, buildQueue, toolAfter, toolBefore } from "./queue-model";

const cards = (await recordedBackend("catalog").catalog()).cards.slice(0, 5);
const [a, b, c, d] = cards.map(cardId);
const itemOf = (at: number, group: ReviewGroup): ReviewItem => ({ card: cards[at] as ReviewItem["card"], group, agrees: false, calls: 0 });
const queue = [itemOf(0, "drifted"), itemOf(1, "unreviewed"), itemOf(2, "unreviewed")];
const rowLabels = (model: ReturnType<typeof buildQueue>) =>
  model.rows.map((row) => (row.kind === "heading" ? `${row.label} ${row.count}` : cardId(row.card)));
const accepted = (position: number, done: typeof cards = []) => {
  const next = afterAccepting(buildQueue(queue, done, new Set()), position);
  return next && cardId(next);
};

describe("the rows of the queue", () => {
  it("have a heading for each group that has tools, and one for the reviewed tools", () => {
    const done = [cards[3] as ReviewItem["card"]];
    const model = buildQueue(queue, done, new Set());
    expect(rowLabels(model)).toEqual(["Drifted 1", a, "Never reviewed 2", b, c, "Reviewed in this session 1", d]);
    expect(model.open).toBe(3);
  });

  it("list a tool that is being accepted as reviewed", () => {
    const model = buildQueue(queue, cards.slice(0, 1), new Set([a as string]));
    expect(rowLabels(model)).toEqual(["Never reviewed 2", b, c, "Reviewed in this session 1", a]);
  });

  it("list a reopened tool only in its group of the queue", () => {
    const model = buildQueue(queue, cards.slice(0, 1), new Set());
    expect(rowLabels(model)).toEqual(["Drifted 1", a, "Never reviewed 2", b, c]);
  });
});

describe("the order of the queue", () => {
  const other = { ...(cards[4] as ReviewItem["card"]), server: "github", title: "Aardvark" };
  const items: ReviewItem[] = [...queue, { card: other, group: "new", agrees: false, calls: 7 }];

  it("by server lists the most dangerous tool of each server first", () => {
    const model = buildQueue(items, [], new Set(), "server");
    expect(rowLabels(model)).toEqual(["demo 3", a, b, c, "github 1", cardId(other)]);
  });

  it("by calls lists the most called tools first, then those that were never called", () => {
    const called = [{ ...items[1], calls: 2 } as ReviewItem, ...items.filter((_, at) => at !== 1)];
    const model = buildQueue(called, [], new Set(), "calls");
    expect(rowLabels(model)).toEqual(["Called 2", cardId(other), b, "Never called 2", a, c]);
  });

  it("by module groups the tools of each server, those without a module at the end", () => {
    const inModule = (item: ReviewItem | undefined, module: string): ReviewItem => {
      if (!item) throw new Error("no item");
      return { ...item, card: { ...item.card, module } };
    };
    const [first, second, third, last] = items;
    const grouped = [{ ...last, card: { ...other, module: null } } as ReviewItem, inModule(first, "notes"), inModule(second, "boards"), inModule(third, "notes")];
    expect(rowLabels(buildQueue(grouped, [], new Set(), "module"))).toEqual(["demo: boards 1", b, "demo: notes 2", a, c, "github, no module 1", cardId(other)]);
  });

  it("by name is a single list", () => {
    const model = buildQueue(items, cards.slice(3, 4), new Set(), "name");
    const titles = model.order.slice(0, model.open).map((card) => card.title);
    expect(titles).toEqual([...titles].sort());
    expect(rowLabels(model)[0]).toBe("To review 4");
    expect(rowLabels(model).at(-2)).toBe("Reviewed in this session 1");
  });
});

describe("accepting", () => {
  it("selects the next open tool, after the last one the first, and never a reviewed one", () => {
    const done = [cards[3] as ReviewItem["card"]];
    expect(accepted(0, done)).toBe(b);
    expect(accepted(2, done)).toBe(a);
  });

  it("selects nothing after the only tool", () => {
    const only = buildQueue([itemOf(0, "new")], [], new Set());
    expect(afterAccepting(only, 0)).toBeNull();
  });
});

describe("going back and on", () => {
  const id = (card: ReviewItem["card"] | null) => card && cardId(card);
  const done = [cards[3] as ReviewItem["card"], cards[4] as ReviewItem["card"]];
  const model = buildQueue(queue, done, new Set());

  it("follows the list without accepted tools", () => {
    expect(toolBefore(model, 0, new Map())).toBeNull();
    expect(id(toolBefore(model, 1, new Map()))).toBe(a);
    expect(id(toolAfter(model, 0, new Map()))).toBe(b);
    expect(toolAfter(model, 4, new Map())).toBeNull();
  });

  it("goes through the accepted tools in the order of the session", () => {
    const e = id(cards[4] as ReviewItem["card"]) as string;
    const nextOf = new Map([[d as string, e], [e, b as string]]);
    expect(id(toolBefore(model, 1, nextOf))).toBe(e);
    expect(id(toolBefore(model, 4, nextOf))).toBe(d);
    expect(id(toolAfter(model, 3, nextOf))).toBe(e);
    expect(id(toolAfter(model, 4, nextOf))).toBe(b);
  });

  it("returns from the end of the queue to the tool that was accepted last", () => {
    const end = buildQueue([], done, new Set());
    expect(id(toolBefore(end, -1, new Map()))).toBe(id(cards[4] as ReviewItem["card"]));
  });
});

describe("a review session", () => {
  it("counts an accepted tool once, and a rejected request not at all", () => {
    const [one, two] = cards.slice(0, 2).map((card) => [card]) as [typeof cards, typeof cards];
    const { begin, settle } = useReviewSession.getState();
    begin(one);
    begin(two);
    begin(one);
    settle(one, true);
    settle(two, false);
    expect(useReviewSession.getState().done).toEqual(one);
    expect(useReviewSession.getState().pending.size).toBe(0);
  });
});
