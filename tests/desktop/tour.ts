// Tour of the README: an animated picture of the real window with the demo. Run by scripts/screenshots.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { test } from "vitest";
import { closeToasts, decide, holdToasts, openTool, untilPanelShows, untilText } from "./actions.ts";
import { assembleApng, type Frame } from "./apng.ts";
import { setTheme, untilStill } from "./layout.ts";
import { clickButton, openPage } from "./navigation.ts";
import { takeScreenshot } from "./screenshot.ts";
import { root, Store } from "./store.ts";
import { Window } from "./window.ts";

const [WIDTH, HEIGHT] = [1440, 900];
const MILLISECONDS = 2600;
const TOOL = "demo.nc_notes_find_and_replace";

/** Caption above the bottom bar, in the window's own type and colours. */
const SHOW_CAPTION = `
  const caption = document.getElementById("tour") ?? document.body.appendChild(Object.assign(document.createElement("div"), { id: "tour" }));
  caption.textContent = arguments[0];
  caption.style.cssText = "position: fixed; bottom: 56px; left: 50%; transform: translateX(-50%); z-index: 99; padding: 10px 18px;"
    + "border-radius: 8px; background: var(--surface-ink); color: var(--text-ink); font: 600 17px/24px var(--font-ui); box-shadow: var(--shadow-pop)";`;

test("tour", async () => {
  const store = new Store();
  store.cli("demo");
  store.cli("export", "hintsmith", "--output", join(store.folder, "hintsmith.json"));
  const window = await Window.open(store);
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: WIDTH, height: HEIGHT });
  await window.total("data-total", 101);
  await setTheme(window, "light");
  await holdToasts(window);

  const frames: Frame[] = [];
  const show = async (caption: string) => {
    await window.evaluate(SHOW_CAPTION, caption);
    await untilStill(window);
    frames.push({ file: takeScreenshot(`tour/${frames.length}`, [WIDTH, HEIGHT]), milliseconds: MILLISECONDS });
  };

  await openTool(window, TOOL);
  await window.click("search");
  await window.search("");
  await untilPanelShows(window, TOOL);
  await show("Every tool of your MCP servers, with what clients assume about it");
  await window.search("hint:destructive is:inferred ");
  await untilText(window, "main", "of 101 tools");
  await window.clickOn("main h1"); // closes the suggestions
  await show("Find the tools that say too little");
  await window.clickOn(`main [data-tool="${TOOL}"]`);
  await untilPanelShows(window, TOOL);
  await window.clickOn('[data-testid="hint-destructive"] button[aria-haspopup="dialog"]');
  await show("See where each value comes from, and why");
  await window.press(Key.ESCAPE);
  await decide(window, "destructive", "Yes");
  await window.get("toast");
  await show("Decide: saved at once, and undone with Ctrl+Z");
  await closeToasts(window);
  await openPage(window, "review");
  await show("Review the most dangerous tools first");
  await window.click("nav-findings");
  await window.clickOn('[data-testid="finding"]');
  await window.get("finding-detail");
  await show("Find what directories and clients object to");
  await clickButton(window, "JSON before and after");
  await untilText(window, "[role=dialog]", "After the fix");
  await show("Check a fix before you apply it");
  await clickButton(window, "Close");
  await openPage(window, "export");
  await untilText(window, '[data-testid="export"]', "hintsmith");
  await show("Ship your decisions to gateways and clients, as a file or live");

  writeFileSync(join(root, "docs/pictures/tour.png"), assembleApng(frames, WIDTH, HEIGHT));
});
