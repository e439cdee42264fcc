// A sitting of ten tools with the keyboard alone: decide, accept, skip, go back; what is done is counted and listed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { attributes, chord, explained, json, says, stored } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
const store = new Store();
let window: Window;
const done: string[] = [];

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

/** The tool on the stage, once it is read. */
const current = async (): Promise<string> =>
  until(async () => {
    const busy = await window.count('[aria-busy] [data-testid="stage"]');
    return busy > 0 ? null : (await window.get("stage")).getAttribute("data-tool");
  }, "a tool is on the stage");
const moved = async (key: string, from: string): Promise<string> => {
  await window.press(key);
  return until(async () => {
    const tool = await current();
    return tool === from ? null : tool;
  }, `${key} leads on from ${from}`);
};
const accept = async (tool: string): Promise<void> => {
  await moved("a", tool);
  done.push(tool);
  await says(window, '[data-testid="progress"]', `${done.length} of 101 done`);
};

test("the queue begins with the most dangerous", async () => {
  await chord(window, "2");
  await says(window, '[data-testid="progress"]', "0 of 101 done");
  expect(await current()).toBe(`demo.${json(store, "review").items[0].card.name}`);
});

test("three are accepted as they are", async () => {
  for (let count = 0; count < 3; count++) await accept(await current());
});

test("one is changed with each of the four keys before it is accepted", async () => {
  for (const [index, hint] of HINTS.entries()) {
    const tool = await current();
    await window.press(`${index + 1}`);
    await stored(store, tool, hint, { value: true, layer: "override" });
    await accept(tool);
    expect(explained(store, tool)[hint]).toMatchObject({ value: true, layer: "override" });
  }
});

test("two take what is inferred, whatever the server says", async () => {
  for (let count = 0; count < 2; count++) {
    const tool = await current();
    const inferred = (hint: string) => {
      const field = explained(store, tool)[hint];
      const said = field.shadows.find((shadow: { layer: string }) => shadow.layer === "inferred");
      return said ? said.value === "Yes" : field.layer === "inferred" ? field.value : null;
    };
    const expected = HINTS.map((hint) => [hint, inferred(hint)] as const).filter(([, value]) => value !== null);
    expect(expected.length, tool).toBeGreaterThan(0);
    await window.press(".");
    for (const [hint, value] of expected) await stored(store, tool, hint, { value, layer: "override" });
    await accept(tool);
  }
});

test("one is skipped, gone back to, and accepted", async () => {
  const tool = await current();
  const next = await moved("j", tool);
  expect(await moved("k", next)).toBe(tool);
  await accept(tool);
});

test("ten are done: the list, the number beside the page and the other process say so", async () => {
  expect(done).toHaveLength(10);
  expect(new Set(done).size).toBe(10);
  for (const tool of done) expect(json(store, "explain", tool).review.state, tool).toBe("reviewed");
  expect(json(store, "review")).toMatchObject({ reviewed: 10, total: 101 });
  expect(json(store, "review").items).toHaveLength(91);
  await says(window, '[data-testid="nav-review"]', "91");
  await window.press("j");
  await (await window.get("queue")).sendKeys("\uE010"); // End
  await until(async () => {
    const drawn = await attributes(window, '[data-testid="queue"] [data-done]', "data-tool");
    return done.every((tool) => drawn.includes(tool));
  }, "all ten stand in the list of what is done");
});

test("undo brings the last one back into the queue", async () => {
  const last = done.at(-1) ?? "";
  await chord(window, "z");
  await until(() => json(store, "explain", last).review.state === "unreviewed", "it is to be reviewed again");
  await says(window, '[data-testid="progress"]', "9 of 101 done");
});
