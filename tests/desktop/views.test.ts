// Every view in both themes: a picture of it in target/screenshots, no control that the window cuts off, and nothing that
// axe finds wrong.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fresh, show, VIEWS } from "./all-views.ts";
import { violations } from "./axe.ts";
import { look, wear } from "./look.ts";
import { fill, started } from "./scene.ts";
import { Store, until, Window } from "./window.ts";

describe.each(["light", "dark"])("in %s", (theme) => {
  const store = new Store();
  let window: Window;
  let registry: Awaited<ReturnType<typeof started>>;

  beforeAll(async () => {
    registry = await started("registry.mjs");
    window = await Window.open(store);
    await wear(window, theme);
  });
  afterAll(async () => {
    await window.quit();
    registry.process.kill();
    store.remove();
  });

  test("first-run", async () => {
    await window.get("open-demo");
    await look(window, `first-run-${theme}`);
    expect(await violations(window)).toEqual([]);
    fill(store, registry.address);
    await until(async () => (await window.count('[data-testid="catalog"]')) > 0, "the catalog is shown");
    expect(JSON.parse(store.cli("servers", "--json"))).toHaveLength(3);
  });

  test.each(VIEWS.map((view) => [view.name, view] as const))("%s", async (name, view) => {
    await show(window, store, view, theme);
    await look(window, `${name}-${theme}`);
    expect(await violations(window)).toEqual([]);
  });

  test("a small window", async () => {
    await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1024, height: 680 });
    await fresh(window, theme);
    await window.get("card");
    await look(window, `catalog-1024-${theme}`);
  });
});
