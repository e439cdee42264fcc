// Every view in both themes: pictures of it in target/screenshots, no control that the window cuts off, and nothing that axe
// finds wrong.
import { afterAll, beforeAll, expect, test } from "vitest";
import { fresh, show, VIEWS } from "./all-views.ts";
import { violations } from "./axe.ts";
import { look, THEMES, wear } from "./look.ts";
import { fill, started } from "./scene.ts";
import { Store, until, Window } from "./window.ts";

const store = new Store();
let window: Window;
let registry: Awaited<ReturnType<typeof started>>;

beforeAll(async () => {
  registry = await started("registry.mjs");
  window = await Window.open(store);
});
afterAll(async () => {
  await window.quit();
  registry.process.kill();
  store.remove();
});

async function lookInBothThemes(name: string): Promise<void> {
  for (const theme of THEMES) {
    await wear(window, theme);
    await look(window, `${name}-${theme}`);
  }
}

test("first-run", async () => {
  await window.get("open-demo");
  await lookInBothThemes("first-run");
  expect(await violations(window)).toEqual([]);
  fill(store, registry.address);
  await until(async () => (await window.count('[data-testid="catalog"]')) > 0, "the catalog is shown");
  expect(JSON.parse(store.cli("servers", "--json"))).toHaveLength(3);
});

test.each(VIEWS.map((view) => [view.name, view] as const))("%s", async (name, view) => {
  await show(window, store, view);
  await lookInBothThemes(name);
  expect(await violations(window)).toEqual([]);
});

test("a small window", async () => {
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1024, height: 680 });
  await fresh(window);
  await window.get("card");
  await lookInBothThemes("catalog-1024");
});
