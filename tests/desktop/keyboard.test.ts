// Keyboard-only use: command palette, decisions in the catalog, and a review session.
import { Key } from "selenium-webdriver";
import { beforeAll, describe, expect, test } from "vitest";
import { attributesOf, confirmAccept, focusedTool, pressControl, tabToTools, untilFocused, untilPanelShows, untilText } from "./actions.ts";
import { resetCatalog } from "./navigation.ts";
import { explain, json, listTools, Store, untilStored } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
const store = new Store();
let window: Window;

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.total("data-total", 101);
});

describe("the command palette", () => {
  const CHOSEN = '[cmdk-item][aria-selected="true"]';

  async function runCommand(query: string, label: string): Promise<void> {
    await pressControl(window, "k");
    await window.get("palette");
    await window.press(query);
    await untilText(window, CHOSEN, label);
    await window.press(Key.ENTER);
    await window.gone('[data-testid="palette"]');
  }

  test("opens and closes with Control+K, and closes with Escape", async () => {
    await pressControl(window, "k");
    await window.get("palette");
    await pressControl(window, "k");
    await window.gone('[data-testid="palette"]');
    await pressControl(window, "k");
    await window.get("palette");
    await window.press("no such command anywhere");
    await untilText(window, '[data-testid="palette"]', "No results");
    await window.press(Key.ESCAPE);
    await window.gone('[data-testid="palette"]');
  });

  test("names the current tool, sets a hint on it, and returns the focus", async () => {
    const tool = await tabToTools(window);
    const title = explain(store, tool).title.value;
    await pressControl(window, "k");
    await untilText(window, '[data-testid="palette-target"]', title);
    await window.press(Key.ESCAPE);
    await window.gone('[data-testid="palette"]');
    await runCommand("set open world to yes", "Set Open-world to Yes");
    await untilStored(store, tool, "openWorldHint", { value: true, layer: "override" });
    await untilFocused(window, tool);
    await runCommand("reset open", "Reset Open-world to inherit");
    await until(() => explain(store, tool).openWorldHint.layer !== "override", "it inherits again");
  });

  test("sets a hint on all selected tools, and one undo reverts it", async () => {
    for (const key of ["x", "j", "x", "j", "x"]) await window.press(key);
    await untilText(window, '[data-testid="bulk-bar"]', "3 selected");
    const marked = await attributesOf(window, "main [data-marked]", "data-tool");
    await pressControl(window, "k");
    await untilText(window, '[data-testid="palette-target"]', "3 tools");
    await window.press(Key.ESCAPE);
    await window.gone('[data-testid="palette"]');
    await runCommand("set open world to yes", "Set Open-world to Yes");
    for (const tool of marked) await untilStored(store, tool, "openWorldHint", { value: true, layer: "override" });
    await runCommand("undo", "Undo");
    await until(() => listTools(store, "is:decided").length === 0, "all three are reverted");
    await runCommand("clear sel", "Clear selection");
    await window.gone('[data-testid="bulk-bar"]');
  });

  test("opens every page", async () => {
    for (const [query, label, page] of [
      ["review q", "Review queue", "review"],
      ["servers", "Servers", "servers"],
      ["rules", "Rules", "rules"],
      ["history", "History", "history"],
      ["gateway", "Gateway", "gateway"],
      ["preferences", "Preferences", "preferences"],
      ["all tools", "All tools", "catalog"],
    ] as const) {
      await runCommand(query, label);
      await window.find(`main[data-testid="${page}"]`);
    }
  });

  test("opens a tool by its name, from another page and in spite of a filter", async () => {
    await window.search("calendar");
    await pressControl(window, "5");
    await window.find('main[data-testid="rules"]');
    await runCommand("nc_notes_delete_note", "nc_notes_delete_note");
    await window.total("data-shown", 101);
    await untilPanelShows(window, "demo.nc_notes_delete_note");
    expect(await attributesOf(window, "main [aria-selected=true]", "data-tool")).toEqual(["demo.nc_notes_delete_note"]);
  });

  test("applies a saved filter", async () => {
    store.cli("filter", "save", "Risky", "hint:destructive");
    await runCommand("risky", "Risky");
    await window.total("data-shown", listTools(store, "hint:destructive").length);
  });
});

describe("decisions in the catalog", () => {
  const tool = "demo.nc_notes_append_content";

  beforeAll(() => resetCatalog(window));

  /** The four hints in the store: the decided value, otherwise the layer of the value. */
  const hints = () => {
    const fields = explain(store, tool);
    return HINTS.map((hint) => fields[hint]).map(({ layer, value }) => (layer === "override" ? value : layer));
  };
  const untilHints = async (...expected: unknown[]) => {
    let last: unknown[] = [];
    await until(() => `${(last = hints())}` === `${expected}`, () => `the hints are ${expected}, not ${last}`);
  };
  const declared = ["declared", "declared", "declared", "declared"];

  test("a tool is found and focused", async () => {
    await window.press("/");
    await window.press("nc_notes_append_content");
    await window.total("data-shown", 1);
    expect(await tabToTools(window)).toBe(tool);
    await untilPanelShows(window, tool);
  });

  test("1 to 4 cycle a hint through yes, no and inherit", async () => {
    await untilHints(...declared);
    await window.press("1");
    await untilHints(true, ...declared.slice(1));
    await window.press("1");
    await untilHints(false, ...declared.slice(1));
    await window.press("2");
    await window.press("3");
    await window.press("4");
    await untilHints(false, true, true, true);
    await window.badgesBecome(tool, "destructive decided, idempotent decided, openworld decided");
    await window.press("4");
    await window.press("4");
    await untilHints(false, true, true, "declared");
  });

  test("0 resets all hints; undo and redo revert and repeat that", async () => {
    await window.press("0");
    await untilHints(...declared);
    await pressControl(window, "z");
    await untilHints(false, true, true, "declared");
    await pressControl(window, "Z");
    await untilHints(...declared);
    await window.badgesBecome(tool, "modifies declared, idempotent declared");
  });

  test("a full stop replaces nothing that the server declares", async () => {
    await window.press(".");
    await untilText(window, '[data-testid="toast"]', "Nothing to accept");
    await untilHints(...declared);
  });

  test("j, k and the arrow keys move between tools, and the panel follows", async () => {
    await window.press(Key.ESCAPE);
    await window.total("data-shown", 101);
    const at = async () => Number(await window.evaluate("return document.activeElement?.dataset.position"));
    const moves = async (key: string, by: number) => {
      const from = await at();
      await window.press(key);
      await until(async () => (await at()) === from + by, `${key} moves by ${by} from ${from}`);
      await untilPanelShows(window, (await focusedTool(window)) ?? "");
    };
    await moves("j", 1);
    await moves("k", -1);
    await moves(Key.ARROW_RIGHT, 1);
    await moves(Key.ARROW_LEFT, -1);
    const before = await at();
    await window.press(Key.ARROW_DOWN);
    await until(async () => (await at()) > before, "a row further down");
    await window.press(Key.ARROW_UP);
    await until(async () => (await at()) === before, "and back");
  });

  test("e edits the title, and ? lists the shortcuts", async () => {
    const edited = (await focusedTool(window)) ?? "";
    await window.press("e");
    await window.find('[data-testid="title"]:focus');
    await window.selectAll();
    await window.press("Add to a note", Key.ENTER);
    await until(() => explain(store, edited).title.value === "Add to a note", "the title is stored");
    await untilText(window, '[data-testid="panel"] h1', "Add to a note");
    await tabToTools(window);
    await window.press("?");
    await untilText(window, "[role=dialog]", "Cycle Idempotent");
    await window.press(Key.ESCAPE);
  });
});

describe("a review session", () => {
  const done: string[] = [];

  /** Tool under review, after it has loaded. */
  const current = async (): Promise<string> =>
    until(async () => {
      const busy = await window.count('[aria-busy] [data-testid="stage"]');
      return busy > 0 ? null : (await window.get("stage")).getAttribute("data-tool");
    }, "a tool is shown for review");
  const moveFrom = async (key: string, from: string): Promise<string> => {
    await window.press(key);
    return until(async () => {
      const tool = await current();
      return tool === from ? null : tool;
    }, `${key} moves on from ${from}`);
  };
  const accept = async (tool: string): Promise<void> => {
    await window.press("a");
    await confirmAccept(window, () => json(store, "explain", tool).review.state === "reviewed");
    await until(async () => (await current()) !== tool, `a moves on from ${tool}`);
    done.push(tool);
    await untilText(window, '[data-testid="progress"]', `${done.length} of 101 reviewed`);
  };

  test("the queue begins with the most dangerous tool", async () => {
    await pressControl(window, "1");
    await untilText(window, '[data-testid="progress"]', "0 of 101 reviewed");
    expect(await current()).toBe(`demo.${json(store, "review").items[0].card.name}`);
  });

  test("three tools are accepted as they are", async () => {
    for (let count = 0; count < 3; count++) await accept(await current());
  });

  test("a tool is changed with each of the four keys before it is accepted", async () => {
    for (const [index, hint] of HINTS.entries()) {
      const tool = await current();
      await window.press(`${index + 1}`);
      await untilStored(store, tool, hint, { value: true, layer: "override" });
      await accept(tool);
      expect(explain(store, tool)[hint]).toMatchObject({ value: true, layer: "override" });
    }
  });

  test("a full stop accepts the inference for hints of two tools that are neither declared nor decided", async () => {
    for (let count = 0; count < 2; count++) {
      const tool = await current();
      const before = explain(store, tool);
      await window.press(".");
      for (const hint of HINTS) {
        const { value, layer } = before[hint];
        await untilStored(store, tool, hint, { value, layer: layer === "inferred" ? "override" : layer });
      }
      await accept(tool);
    }
  });

  test("a tool is skipped, returned to, and accepted", async () => {
    const tool = await current();
    const next = await moveFrom("j", tool);
    expect(await moveFrom("k", next)).toBe(tool);
    await accept(tool);
  });

  test("ten tools are done in the list, in the sidebar and in the store", async () => {
    expect(done).toHaveLength(10);
    expect(new Set(done).size).toBe(10);
    for (const tool of done) expect(json(store, "explain", tool).review.state, tool).toBe("reviewed");
    expect(json(store, "review")).toMatchObject({ reviewed: 10, total: 101 });
    expect(json(store, "review").items).toHaveLength(91);
    await untilText(window, '[data-testid="nav-review"]', "91");
    await window.press("j");
    await (await window.get("queue")).sendKeys(Key.END);
    await until(async () => {
      const drawn = await attributesOf(window, '[data-testid="queue"] [data-done]', "data-tool");
      return done.every((tool) => drawn.includes(tool));
    }, "all ten are listed as done");
  });

  test("undo returns the last tool to the queue", async () => {
    const last = done.at(-1) ?? "";
    await pressControl(window, "z");
    await until(() => json(store, "explain", last).review.state === "unreviewed", "it needs review again");
    await untilText(window, '[data-testid="progress"]', "9 of 101 reviewed");
  });
});
