// Layout, accessibility and keyboard access of the views of the catalog and of toolsets.
import { beforeAll } from "vitest";
import { CATALOG_VIEWS } from "./catalog-views.ts";
import { fillStore, startServer } from "./fixture.ts";
import { Store } from "./store.ts";
import { TOOLSET_VIEWS } from "./toolset-views.ts";
import { testViews } from "./view-suite.ts";
import { ViewVisitor } from "./view-visitor.ts";
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
