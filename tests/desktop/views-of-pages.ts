// What the other pages show, and what opens above them.
import { Key } from "selenium-webdriver";
import { applicable, askDemo, callDemo, FAILED, SERVER } from "./scene.ts";
import { add, asked, cards, control, dialog, environments, findings, gatewayOn, page, palette, press, pressButton, says, servers, type View } from "./ways.ts";

export const VIEWS_OF_PAGES: readonly View[] = [
  {
    name: "review",
    async open(window) {
      await window.click("nav-review");
      await says(window, '[data-testid="stage"]', "The server changed this tool");
    },
  },
  { name: "findings", open: findings },
  {
    name: "apply-fixes",
    above: true,
    async open(window) {
      await findings(window);
      await window.click("apply-fixes");
      await says(window, '[data-testid="fixes-dialog"]', "Set ");
    },
  },
  {
    name: "ignore-finding",
    above: true,
    async open(window) {
      await findings(window);
      await press(window, '//aside//button[starts-with(normalize-space(), "Ignore…")]');
      await window.get("ignore-dialog");
    },
  },
  {
    name: "servers",
    async open(window) {
      await servers(window, SERVER);
    },
  },
  {
    name: "servers-failed",
    async open(window) {
      await servers(window, FAILED);
      await says(window, '[data-testid="server-detail"]', "What failed");
    },
  },
  {
    name: "server-menu",
    above: true,
    async open(window) {
      const item = await window.get(`nav-server-${SERVER}`);
      await window.driver.actions().move({ origin: item }).perform();
      await pressButton(window, `Actions for ${SERVER}`);
      await window.find("[role=menu]");
    },
  },
  {
    name: "remove-server",
    above: true,
    async open(window) {
      await servers(window, SERVER);
      await pressButton(window, "Remove…");
      await window.get("confirm-remove");
    },
  },
  {
    name: "edit-server",
    above: true,
    async open(window) {
      await servers(window, SERVER);
      await pressButton(window, "Edit…");
      await dialog(window, `Edit ${SERVER}`);
    },
  },
  ...["Command", "Address", "OpenAPI", "Saved list"].map((way): View => ({
    name: `add-${way.toLowerCase().replace(" ", "-")}`,
    above: true,
    open: (window) => add(window, way),
  })),
  {
    name: "add-from-a-client",
    above: true,
    async open(window) {
      await add(window, "From a client");
      await dialog(window, "WEATHER_TOKEN");
    },
  },
  {
    name: "add-from-a-registry",
    above: true,
    async open(window) {
      await add(window, "From a registry");
      await dialog(window, "io.example/notes");
    },
  },
  {
    name: "what-will-run",
    above: true,
    async open(window) {
      await add(window, "Command");
      await pressButton(window, "Or try the demo");
      await window.get("start-server");
    },
  },
  {
    name: "failed",
    async open(window) {
      await window.click(`nav-server-${FAILED}`);
      await window.get("server-failure");
    },
  },
  {
    name: "environment-menu",
    above: true,
    async open(window) {
      await window.click("environment");
      await window.find("[role=menuitemradio]");
    },
  },
  { name: "environments", above: true, open: (window) => environments(window, "Environments") },
  {
    name: "environments-compare",
    above: true,
    async open(window) {
      await environments(window, "Compare");
      await dialog(window, "held differently");
    },
  },
  {
    name: "environments-promote",
    above: true,
    async open(window) {
      await environments(window, "Promote");
      await dialog(window, "1 change in base");
    },
  },
  {
    name: "rules",
    async open(window) {
      await page(window, "rules");
      await window.fill("rule-selector", "demo.nc_notes_*");
      await says(window, '[data-testid="rule-effect"]', "atches");
      await window.get("rule");
    },
  },
  {
    name: "history",
    async open(window) {
      await page(window, "history");
      await window.get("history-entry");
    },
  },
  {
    name: "export",
    async open(window) {
      await page(window, "export");
      await says(window, '[data-testid="export"]', '"hintsmith": ');
    },
  },
  {
    name: "gateway",
    async open(window) {
      await page(window, "gateway");
      await window.get("gateway-address");
    },
  },
  {
    name: "gateway-on",
    async open(window, store) {
      await gatewayOn(window);
      callDemo(store);
      await window.get("call");
    },
  },
  {
    name: "gateway-call",
    async open(window, store) {
      callDemo(store);
      await page(window, "gateway");
      await window.clickOn('[data-testid="call"] button[aria-expanded]');
      await window.get("call-detail");
    },
  },
  {
    name: "approval",
    above: true,
    async open(window, store) {
      await cards(window);
      askDemo(store);
      await asked(window);
    },
  },
  {
    name: "approval-above-a-dialog",
    above: true,
    async open(window, store) {
      await page(window, "preferences");
      await window.click("nav-store");
      await dialog(window, "hintsmith.db");
      askDemo(store);
      await asked(window);
    },
  },
  {
    name: "gateway-waiting",
    async open(window, store) {
      await page(window, "gateway");
      askDemo(store);
      await asked(window);
      await window.click("set-aside");
      await window.get("waiting-call");
      // The toast would go by itself.
      await pressButton(window, "Close");
    },
  },
  {
    name: "gateway-menu",
    above: true,
    async open(window) {
      await page(window, "gateway");
      await window.click("address-menu");
      await window.find("[role=menu]");
    },
  },
  {
    name: "gateway-new-token",
    above: true,
    async open(window) {
      await page(window, "gateway");
      await window.click("address-menu");
      await press(window, '//*[@role="menuitem"][contains(., "new token")]');
      await window.get("confirm-token");
    },
  },
  {
    name: "gateway-clear",
    above: true,
    async open(window, store) {
      callDemo(store);
      await page(window, "gateway");
      await window.get("call");
      await window.click("calls-menu");
      await press(window, '//*[@role="menuitem"][contains(., "Clear the log")]');
      await window.get("confirm-clear");
    },
  },
  {
    name: "apply",
    above: true,
    async open(window, store) {
      await page(window, "preferences");
      await window.click("open-apply");
      await window.fill("apply-path", applicable(store));
      await window.press(Key.TAB);
      await dialog(window, "it only lists");
    },
  },
  {
    name: "pending",
    above: true,
    async open(window) {
      await window.click("preview-pending");
      await dialog(window, "since the last export");
    },
  },
  {
    name: "discard",
    above: true,
    async open(window) {
      await window.click("ask-discard");
      await window.get("discard");
    },
  },
  { name: "preferences", open: (window) => page(window, "preferences") },
  {
    name: "store",
    above: true,
    async open(window) {
      await page(window, "preferences");
      await window.click("nav-store");
      await dialog(window, "hintsmith.db");
    },
  },
  {
    name: "restore",
    above: true,
    async open(window) {
      await page(window, "preferences");
      await window.click("nav-store");
      await window.clickOn('[data-testid="backups"] button');
      await window.get("confirm-restore");
    },
  },
  {
    name: "shortcuts",
    above: true,
    async open(window) {
      await cards(window);
      await window.press("?");
      await window.find("[role=dialog]");
    },
  },
  {
    name: "palette",
    above: true,
    async open(window) {
      await cards(window);
      await palette(window);
    },
  },
  {
    name: "palette-nothing",
    above: true,
    async open(window) {
      await control(window, "k");
      await window.get("palette");
      await window.press("no such command anywhere");
      await says(window, '[data-testid="palette"]', "Nothing is called that.");
    },
  },
];
