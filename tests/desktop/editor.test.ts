// Decisions by mouse, environments, drift, parameter descriptions, and their persistence over a restart.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, expect, test } from "vitest";
import { clickNamed, confirmAccept, decide, findNamed, openTool, pressControl, textOf, textsOf, untilPanelShows, untilText } from "./actions.ts";
import { explain, json, Store, untilStored } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const schema = { type: "object", properties: { path: { type: "string", description: "Where it is written." } } };
const write = (description: string) => ({ name: "write_file", description, inputSchema: schema });
const get = { name: "get_file", description: "Reads a file.", inputSchema: schema, annotations: { readOnlyHint: true } };
const FILE = "files.write_file";
const GROUP = "demo.nc_contacts_delete_group";
const NOTE = "demo.nc_notes_append_content";

const store = new Store();
const list = join(store.folder, "list.json");
const serveTools = (...tools: unknown[]) => writeFileSync(list, JSON.stringify({ tools }));
let window: Window;

beforeAll(async () => {
  serveTools(write("Write text to a new file. Fails if the file exists."), get);
  store.cli("demo");
  store.cli("add", "files", "--yes", "--file", list);
  window = await Window.open(store);
  await window.total("data-total", 103);
});

const isReviewed = () => json(store, "explain", FILE).review.state === "reviewed";
const line = (hint: string) => `[data-testid="hint-${hint}"]`;
const because = (hint: string) => `${line(hint)} [data-testid="because"]`;
async function selectEnvironment(environment: string): Promise<void> {
  await window.click("environment");
  await clickNamed(window, environment, '[role="menu"]');
  await untilText(window, '[data-testid="environment"]', environment);
}

test("a hint is decided by mouse, with a reason, and reset", async () => {
  await openTool(window, GROUP);
  await decide(window, "readOnly", "No");
  await untilStored(store, GROUP, "readOnlyHint", { value: false, layer: "override" });
  await clickNamed(window, "Add a reason for Read-only", line("readOnly"));
  await window.press("It deletes the group", Key.ENTER);
  await untilText(window, because("readOnly"), "Reason: It deletes the group");
  await untilStored(store, GROUP, "readOnlyHint", { value: false, layer: "override", because: "It deletes the group" });
  await decide(window, "openWorld", "Yes");
  await untilStored(store, GROUP, "openWorldHint", { value: true, layer: "override" });
  await clickNamed(window, "Reset Open-world", line("openWorld"));
  await until(() => explain(store, GROUP).openWorldHint.layer !== "override", "it inherits again");
  await untilText(window, line("readOnly"), "No");
});

test("an environment is created and selected, and its different decision is shown in the base", async () => {
  await window.click("environment");
  await clickNamed(window, "Manage environments…", '[role="menu"]');
  await window.fill("new-environment", "prod");
  await clickNamed(window, "Create", "[role=dialog]");
  await untilText(window, '[data-testid="environments"]', "prod");
  expect(json(store, "env").map((environment: { name: string }) => environment.name)).toContain("prod");
  await window.press(Key.ESCAPE);
  await selectEnvironment("prod");
  await untilText(window, '[data-testid="environment-chip"]', "in prod");
  await openTool(window, NOTE);
  await decide(window, "idempotent", "No");
  await untilStored(store, NOTE, "idempotentHint", { value: false, layer: "environment" }, "--env", "prod");
  expect(explain(store, NOTE).idempotentHint).toMatchObject({ value: true, layer: "declared", elsewhere: ["prod"] });
  await selectEnvironment("base");
  await untilPanelShows(window, NOTE);
  await untilText(window, `${line("idempotent")} [data-note="elsewhere"]`, "Changed in prod");
});

test("two environments are compared", async () => {
  await window.click("environment");
  await clickNamed(window, "Manage environments…", '[role="menu"]');
  await clickNamed(window, "Compare", "[role=dialog]");
  await untilText(window, "[role=dialog]", "1 field differs");
  for (const text of ["In base", "In prod", NOTE, "Yesdeclared", "No"]) await untilText(window, "[role=dialog]", text);
  const [difference, ...others] = JSON.parse(compareEnvironments()).differences;
  expect(others).toEqual([]);
  expect(difference).toMatchObject({ server: "demo", tool: "nc_notes_append_content" });
  await window.press(Key.ESCAPE);
});

/** Comparison by the command-line program; its exit code is 1 because some fields differ. */
function compareEnvironments(): string {
  try {
    return store.cli("env", "compare", "base", "prod", "--json");
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test("a tool that its server changes is marked as drifted, shows the difference, and suspends its decision", async () => {
  await openTool(window, FILE);
  await decide(window, "destructive", "No");
  await untilStored(store, FILE, "destructiveHint", { value: false, layer: "override" });
  await clickNamed(window, "Accept", '[data-testid="panel"]');
  await confirmAccept(window, isReviewed);
  serveTools(write("Write text to a file. Replaces the file if it exists."), get);
  await window.click("nav-servers");
  await window.clickOn('[data-testid="server-files"] button');
  await window.click("read-again");
  await until(() => json(store, "explain", FILE).review.state === "drifted", "it drifted");
  await window.click("nav-all");
  await openTool(window, FILE);
  const card = `main [data-tool="${FILE}"]`;
  await untilText(window, `${card} [data-flag="drifted"]`, "Drifted");
  await untilText(window, `${card} [data-flag="suspended"]`, "Suspended decision");
  await until(async () => (await textsOf(window, '[data-testid="drift"] ins')).join().includes("Replaces"), "added words are marked");
  expect((await textsOf(window, '[data-testid="drift"] del')).join()).toContain("Fails");
  await untilText(window, `${line("destructive")} [data-note="suspended"]`, "Your No is suspended: the server changed the tool");
  await clickNamed(window, "Table");
  await untilText(window, `[data-testid="row"][data-tool="${FILE}"] [data-flag="drifted"]`, "Drifted");
  await clickNamed(window, "Cards");
});

test("accepting the drifted tool applies its decision again", async () => {
  await openTool(window, FILE);
  await clickNamed(window, "Accept changes", '[data-testid="panel"]');
  await confirmAccept(window, isReviewed);
  await untilStored(store, FILE, "destructiveHint", { value: false, layer: "override", suspended: null });
  const flag = `main [data-tool="${FILE}"] [data-flag="drifted"]`;
  await window.gone(flag);
});

test("the description of a parameter is decided and reset", async () => {
  await openTool(window, FILE);
  // Sections far from the viewport are not rendered.
  await window.evaluate("document.getElementById('panel-parameters').scrollIntoView()");
  const field = await findNamed(window, "Description of path", '[data-testid="parameters"]');
  await field.sendKeys("The full path, below the home folder.");
  await pressControl(window, Key.ENTER);
  await until(() => store.cli("explain", FILE, "--json").includes("below the home folder"), "it is stored");
  await clickNamed(window, "Effective", '[data-testid="panel"]');
  const effective = '[data-testid="panel"] [aria-label="Effective JSON"]';
  await untilText(window, effective, "The full path, below the home folder.");
  await clickNamed(window, "Reset the description of path");
  await until(() => !store.cli("explain", FILE, "--json").includes("below the home folder"), "the description is the server's again");
  await until(async () => (await textOf(window, effective)).includes("Where it is written."), "the server's description is effective");
  await pressControl(window, "z");
  await until(() => store.cli("explain", FILE, "--json").includes("below the home folder"), "undo brings it back");
});

test("after a restart all decisions are there, and the window has its size", async () => {
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1180, height: 760 });
  const size = () => JSON.parse(readFileSync(join(store.data, "window.json"), "utf8"));
  await until(() => size().width === 1180 && size().height === 760, "the size is stored");
  await window.terminate();
  await window.quit();
  window = await Window.open(store);
  await window.total("data-total", 103);
  await until(async () => (await inner()) === "1180 760", "the window is 1180 by 760");
  await openTool(window, GROUP);
  await untilText(window, because("readOnly"), "It deletes the group");
  await openTool(window, NOTE);
  await untilText(window, `${line("idempotent")} [data-note="elsewhere"]`, "Changed in prod");
  await openTool(window, FILE);
  await untilText(window, '[data-testid="review-line"]', "Reviewed");
  await window.evaluate("document.getElementById('panel-parameters').scrollIntoView()");
  const field = await findNamed(window, "Description of path", '[data-testid="parameters"]');
  expect(await field.getAttribute("value")).toBe("The full path, below the home folder.");
});

const inner = () => window.evaluate<string>("return `${innerWidth} ${innerHeight}`");
