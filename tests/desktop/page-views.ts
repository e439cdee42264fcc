// Views of all pages except the catalog, and their overlays.
import { Key } from "selenium-webdriver";
import { closeToasts, pressControl, untilText } from "./actions.ts";
import { callDemo, decisionFile, FAILED, openApiDocument, requestApproval, SERVER, sourceFolder } from "./fixture.ts";
import {
  clickButton,
  clickXPath,
  openAddServer,
  openEnvironments,
  openFindings,
  openFirstTool,
  openPage,
  openPalette,
  openServer,
  startGateway,
  untilApprovalRequested,
  untilDialog,
  type View,
} from "./navigation.ts";

export const PAGE_VIEWS: readonly View[] = [
  {
    name: "review",
    async open(window) {
      await window.click("nav-review");
      await untilText(window, '[data-testid="stage"]', "The server changed this tool");
    },
  },
  {
    name: "accept",
    isOverlay: true,
    async open(window) {
      await openPage(window, "review");
      await window.click("accept-agreeing");
      await untilText(window, '[data-testid="accept-dialog"]', "becomes");
    },
  },
  { name: "findings", open: openFindings },
  {
    name: "apply-fixes",
    isOverlay: true,
    async open(window) {
      await openFindings(window);
      await window.click("apply-fixes");
      await untilText(window, '[data-testid="fixes-dialog"]', "Set ");
    },
  },
  {
    name: "suppress-finding",
    isOverlay: true,
    async open(window) {
      await openFindings(window);
      await clickXPath(window, '//aside//button[starts-with(normalize-space(), "Suppress…")]');
      await window.get("suppress-dialog");
    },
  },
  {
    name: "servers",
    async open(window) {
      await openServer(window, SERVER);
    },
  },
  {
    name: "servers-failed",
    async open(window) {
      await openServer(window, FAILED);
      await untilText(window, '[data-testid="server-detail"]', "Scan failed");
    },
  },
  {
    name: "server-menu",
    isOverlay: true,
    async open(window) {
      const item = await window.get(`nav-server-${SERVER}`);
      await window.driver.actions().move({ origin: item }).perform();
      await clickButton(window, `Actions for ${SERVER}`);
      await window.find("[role=menu]");
    },
  },
  {
    name: "remove-server",
    isOverlay: true,
    async open(window) {
      await openServer(window, SERVER);
      await clickButton(window, "Remove…");
      await window.get("confirm-remove");
    },
  },
  {
    name: "edit-server",
    isOverlay: true,
    async open(window) {
      await openServer(window, SERVER);
      await clickButton(window, "Edit…");
      await untilDialog(window, `Edit ${SERVER}`);
    },
  },
  {
    name: "write-to-source",
    isOverlay: true,
    async open(window, store) {
      await openServer(window, SERVER);
      await window.click("write-to-source");
      await window.fill("patch-folder", sourceFolder(store));
      await window.press(Key.ENTER);
      await window.get("patch-sum");
    },
  },
  {
    name: "compare-declared",
    isOverlay: true,
    async open(window) {
      await openServer(window, SERVER);
      await window.click("write-to-source");
      await clickButton(window, "Compare with the last scan");
      await untilText(window, '[data-testid="declared-sum"]', "server");
    },
  },
  ...["Command", "Address", "OpenAPI", "Saved list", "Source code", "Paste JSON"].map((tab): View => ({
    name: `add-${tab.toLowerCase().replace(" ", "-")}`,
    isOverlay: true,
    open: (window) => openAddServer(window, tab),
  })),
  {
    name: "choose-operations",
    isOverlay: true,
    // Escape returns to the form, which is another view.
    isTransient: true,
    async open(window, store) {
      await openAddServer(window, "OpenAPI");
      await window.fill("openapi-location", openApiDocument(store));
      await window.click("choose-operations");
      await untilText(window, '[data-testid="operations-pane"]', "Delete an order");
    },
  },
  {
    name: "add-from-a-client",
    isOverlay: true,
    async open(window) {
      await openAddServer(window, "From a client");
      await untilDialog(window, "WEATHER_TOKEN");
    },
  },
  {
    name: "connect-client",
    isOverlay: true,
    async open(window) {
      await openPage(window, "servers");
      await clickButton(window, "Connect a client…");
      await window.get("client-file");
    },
  },
  {
    name: "connect-client-preview",
    isOverlay: true,
    async open(window) {
      await openPage(window, "servers");
      await clickButton(window, "Connect a client…");
      await window.get("client-file");
      await clickXPath(window, '//*[@data-testid="client-file"]//button[starts-with(@aria-label, "Install Hintsmith") and not(@disabled)]');
      await untilText(window, '[data-testid="connect-client"]', "hintsmith");
    },
  },
  {
    name: "add-from-a-registry",
    isOverlay: true,
    async open(window) {
      await openAddServer(window, "From a registry");
      await untilDialog(window, "io.example/notes");
    },
  },
  {
    name: "what-will-run",
    isOverlay: true,
    async open(window) {
      await openAddServer(window, "Command");
      await clickButton(window, "Try the demo");
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
    isOverlay: true,
    async open(window) {
      await window.click("environment");
      await window.find("[role=menuitemradio]");
    },
  },
  { name: "environments", isOverlay: true, open: (window) => openEnvironments(window, "Environments") },
  {
    name: "environments-compare",
    isOverlay: true,
    async open(window) {
      await openEnvironments(window, "Compare");
      await untilDialog(window, "1 field differs");
    },
  },
  {
    name: "environments-promote",
    isOverlay: true,
    async open(window) {
      await openEnvironments(window, "Promote");
      await untilDialog(window, "1 change to base");
    },
  },
  {
    name: "rules",
    async open(window) {
      await openPage(window, "rules");
      await window.fill("rule-selector", "demo.nc_notes_*");
      await untilText(window, '[data-testid="rule-effect"]', "atches");
      await window.get("rule");
    },
  },
  {
    name: "history",
    async open(window) {
      await openPage(window, "history");
      await window.get("history-entry");
    },
  },
  {
    name: "export",
    async open(window) {
      await openPage(window, "export");
      await untilText(window, '[data-testid="export"]', '"hintsmith": ');
    },
  },
  {
    name: "gateway",
    async open(window) {
      await openPage(window, "gateway");
      await window.get("gateway-address");
    },
  },
  {
    name: "gateway-on",
    async open(window, store) {
      await startGateway(window);
      callDemo(store);
      await window.get("call");
    },
  },
  {
    name: "gateway-call",
    async open(window, store) {
      callDemo(store);
      await openPage(window, "gateway");
      await window.clickOn('[data-testid="call"] button[aria-expanded]');
      await window.get("call-detail");
    },
  },
  {
    name: "approval",
    startsOnCatalog: true,
    isOverlay: true,
    async open(window, store) {
      await openFirstTool(window);
      requestApproval(store);
      await untilApprovalRequested(window);
    },
  },
  {
    name: "approval-above-a-dialog",
    isTransient: true,
    isOverlay: true,
    async open(window, store) {
      await openPage(window, "preferences");
      await window.click("nav-store");
      await untilDialog(window, "hintsmith.db");
      requestApproval(store);
      await untilApprovalRequested(window);
    },
  },
  {
    name: "gateway-waiting",
    async open(window, store) {
      await openPage(window, "gateway");
      requestApproval(store);
      await untilApprovalRequested(window);
      await window.click("set-aside");
      await window.get("waiting-call");
      await closeToasts(window);
    },
  },
  {
    name: "gateway-menu",
    isOverlay: true,
    async open(window) {
      await openPage(window, "gateway");
      await window.click("address-menu");
      await window.find("[role=menu]");
    },
  },
  {
    name: "gateway-new-token",
    isOverlay: true,
    async open(window) {
      await openPage(window, "gateway");
      await window.click("address-menu");
      await clickXPath(window, '//*[@role="menuitem"][contains(., "new token")]');
      await window.get("confirm-token");
    },
  },
  {
    name: "gateway-clear",
    isOverlay: true,
    async open(window, store) {
      callDemo(store);
      await openPage(window, "gateway");
      await window.get("call");
      await window.click("calls-menu");
      await clickXPath(window, '//*[@role="menuitem"][contains(., "Clear log")]');
      await window.get("confirm-clear");
    },
  },
  {
    name: "apply",
    isOverlay: true,
    async open(window, store) {
      await openPage(window, "preferences");
      await window.click("open-apply");
      await window.fill("apply-path", decisionFile(store));
      await window.press(Key.TAB);
      await untilDialog(window, "it only lists");
    },
  },
  {
    name: "pending",
    isOverlay: true,
    async open(window) {
      await window.click("preview-pending");
      await untilDialog(window, " change");
    },
  },
  {
    name: "discard",
    isOverlay: true,
    async open(window) {
      await window.click("ask-discard");
      await window.get("discard");
    },
  },
  { name: "preferences", open: (window) => openPage(window, "preferences") },
  {
    name: "store",
    isOverlay: true,
    async open(window) {
      await openPage(window, "preferences");
      await window.click("nav-store");
      await untilDialog(window, "hintsmith.db");
    },
  },
  {
    name: "restore",
    isOverlay: true,
    async open(window) {
      await openPage(window, "preferences");
      await window.click("nav-store");
      await window.clickOn('[data-testid="backups"] button');
      await window.get("confirm-restore");
    },
  },
  {
    name: "shortcuts",
    startsOnCatalog: true,
    isOverlay: true,
    async open(window) {
      await openFirstTool(window);
      await window.press("?");
      await window.find("[role=dialog]");
    },
  },
  {
    name: "palette",
    startsOnCatalog: true,
    isOverlay: true,
    async open(window) {
      await openFirstTool(window);
      await openPalette(window);
    },
  },
  {
    name: "palette-nothing",
    isOverlay: true,
    async open(window) {
      await pressControl(window, "k");
      await window.get("palette");
      await window.press("no such command anywhere");
      await untilText(window, '[data-testid="palette"]', "No results");
    },
  },
];
