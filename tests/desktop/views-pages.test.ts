// Layout, accessibility and keyboard access of the first run and of all pages except the catalog.
import { beforeAll, expect, test } from "vitest";
import { fillStore, startServer } from "./fixture.ts";
import { recordFocus } from "./keyboard-walk.ts";
import { PAGE_VIEWS } from "./page-views.ts";
import { json, Store } from "./store.ts";
import { checkView, testViews } from "./view-suite.ts";
import { ViewVisitor } from "./view-visitor.ts";
import { Window } from "./window.ts";

const store = new Store();
let window: Window;
let visitor: ViewVisitor;

beforeAll(async () => {
  window = await Window.open(store);
  visitor = new ViewVisitor(window, store);
});

test("first-run", async () => {
  await window.get("open-demo");
  await recordFocus(window);
  await checkView(window, { name: "first-run", showsColours: "structure and colours" });
});

test("the catalog replaces the first run when another process fills the store", async () => {
  fillStore(store, await startServer("registry.mjs"));
  await window.get("catalog");
  expect(json(store, "servers")).toHaveLength(3);
});

testViews(PAGE_VIEWS, () => ({ window, visitor }));
