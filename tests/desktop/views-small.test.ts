// Layout of every view in a window of 1024 by 680, the smallest with all three panes.
import { beforeAll, expect, test } from "vitest";
import { fillStore, startServer } from "./fixture.ts";
import { closeWithEscape } from "./keyboard-walk.ts";
import { checkViewLayout } from "./layout.ts";
import { Store } from "./store.ts";
import { ViewVisitor } from "./view-visitor.ts";
import { VIEWS } from "./views.ts";
import { Window } from "./window.ts";

const SUFFIX = "-1024";
const store = new Store();
let window: Window;
let visitor: ViewVisitor;

beforeAll(async () => {
  window = await Window.open(store);
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1024, height: 680 });
  visitor = new ViewVisitor(window, store);
});

test("first-run", async () => {
  await window.get("open-demo");
  expect(await window.evaluate<number[]>("return [innerWidth, innerHeight]")).toEqual([1024, 680]);
  await checkViewLayout(window, `first-run${SUFFIX}`);
  fillStore(store, await startServer("registry.mjs"));
  await window.get("catalog");
});

test.each(VIEWS.map((view) => [view.name, view] as const))("%s", async (name, view) => {
  await visitor.open(view);
  await checkViewLayout(window, `${name}${SUFFIX}`);
  if (view.isOverlay && !view.isTransient) await closeWithEscape(window);
  await visitor.leave(view);
});
