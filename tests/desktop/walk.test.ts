// The whole window by keys: in every view, and in everything that opens above one, Tab and the arrow keys reach every control
// and show where they are, Shift and Tab go back the same way, and Escape leads back to where the focus was.
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fresh, VIEWS, type View } from "./all-views.ts";
import { fill, started } from "./scene.ts";
import { VIEWS_OF_TOOLS } from "./views-of-tools.ts";
import { escape, walk, watch } from "./walk.ts";
import { Store, until, Window } from "./window.ts";

/** What goes as soon as the focus moves or by itself, and what others show with more in it. */
const LEFT_OUT = ["hint", "card-tooltip", "suggestions", "toast", "drifted", "marked-table", "approval-above-a-dialog"];
const walked = VIEWS.filter(({ name }) => !LEFT_OUT.includes(name));
/** These begin on the catalog as it is when the page was just loaded; the others can be shown after any other. */
const OF_THE_CATALOG = ["shortcuts", "palette", "toolset-marked", "note-form", "note-templates", "approval"];
const beginsAnew = (view: View) => VIEWS_OF_TOOLS.includes(view) || OF_THE_CATALOG.includes(view.name);
/** When others are closed, the catalog is as it was before. */
const LEAVES_SOMETHING = ["set-a-hint", "toolset-marked", "note-templates", "approval", "run", "run-other"];
const leavesNothing = (view: View) => view.name === "catalog" || (beginsAnew(view) && view.above && !LEAVES_SOMETHING.includes(view.name));

describe("every key leads on, and every control is reached, in", () => {
  const store = new Store();
  let window: Window;
  let registry: Awaited<ReturnType<typeof started>>;
  const known = new Set<string>();
  let isFilled = false;
  /** What the page is like after a case: nobody knows when it failed. */
  let page: "as loaded" | "clear" | "unknown" = "unknown";
  const filled = async () => {
    if (isFilled) return;
    fill(store, registry.address);
    await until(async () => (await window.count('[data-testid="catalog"]')) > 0, "the catalog is shown");
    isFilled = true;
  };

  beforeAll(async () => {
    registry = await started("registry.mjs");
    window = await Window.open(store);
  });
  afterAll(async () => {
    await window.quit();
    registry.process.kill();
    store.remove();
  });

  test("first-run", async () => {
    await window.get("open-demo");
    await watch(window);
    expect(await walk(window)).toEqual([]);
  });

  test.each(walked.map((view) => [view.name, view] as const))("%s", async (_, view) => {
    await filled();
    if (page !== "as loaded" && (page === "unknown" || beginsAnew(view))) await fresh(window);
    page = "unknown";
    await watch(window);
    await view.open(window, store);
    const wrong = await walk(window, known);
    if (view.above) await escape(window);
    if ((await window.count("[role=dialog], [role=alertdialog], [role=menu]")) === 0) page = leavesNothing(view) ? "as loaded" : "clear";
    expect(wrong).toEqual([]);
  });
});

test("every key leads on, and every control is reached, in a store that is damaged", async () => {
  const store = new Store();
  store.cli("demo");
  store.cli("backup");
  const file = openSync(join(store.data, "hintsmith.db"), "r+");
  writeSync(file, Buffer.alloc(64, 0xff), 0, 64, 4096);
  closeSync(file);
  const window = await Window.open(store);
  try {
    await window.get("store-failed");
    await watch(window);
    expect(await walk(window)).toEqual([]);
  } finally {
    await window.quit();
    store.remove();
  }
});
