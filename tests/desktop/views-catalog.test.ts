// Layout, accessibility and keyboard access of the views of the catalog and of toolsets.
import { beforeAll, expect, test } from "vitest";
import { CATALOG_VIEWS } from "./catalog-views.ts";
import { fillStore, startServer } from "./fixture.ts";
import { checkLayout } from "./layout.ts";
import { Store } from "./store.ts";
import { TOOLSET_VIEWS } from "./toolset-views.ts";
import { testViews } from "./view-suite.ts";
import { ViewVisitor } from "./view-visitor.ts";
import { reload } from "./views.ts";
import { Window } from "./window.ts";

const store = new Store();
let window: Window;
let visitor: ViewVisitor;

beforeAll(async () => {
  fillStore(store, await startServer("registry.mjs"));
  window = await Window.open(store);
  visitor = new ViewVisitor(window, store);
});

testViews([...CATALOG_VIEWS, ...TOOLSET_VIEWS], () => ({ window, visitor }));

test("a window of 1024 by 680", async () => {
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1024, height: 680 });
  await reload(window);
  await window.get("card");
  expect(await window.evaluate<number>("return innerWidth")).toBe(1024);
  await checkLayout(window, "catalog-1024");
});
