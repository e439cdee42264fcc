// Deciding by mouse, environments, a tool that drifts and the text of a parameter; all of it is there after a restart.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chord, click, decide, explained, json, named, open, panelShows, says, stored, text, texts } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const schema = { type: "object", properties: { path: { type: "string", description: "Where it is written." } } };
const write = (description: string) => ({ name: "write_file", description, inputSchema: schema });
const get = { name: "get_file", description: "Reads a file.", inputSchema: schema, annotations: { readOnlyHint: true } };
const FILE = "files.write_file";
const GROUP = "demo.nc_contacts_delete_group";
const NOTE = "demo.nc_notes_append_content";

const store = new Store();
const list = join(store.folder, "list.json");
const tools = (...tools: unknown[]) => writeFileSync(list, JSON.stringify({ tools }));
let window: Window;

beforeAll(async () => {
  tools(write("Write text to a new file. Fails if the file exists."), get);
  store.cli("demo");
  store.cli("add", "files", "--yes", "--file", list);
  window = await Window.open(store);
  await window.total("data-total", 103);
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

const line = (hint: string) => `[data-testid="hint-${hint}"]`;
const because = (hint: string) => `${line(hint)} [data-testid="because"]`;
async function choose(environment: string): Promise<void> {
  await window.click("environment");
  await click(window, environment, '[role="menu"]');
  await says(window, '[data-testid="environment"]', environment);
}

test("a hint is decided by mouse, with a reason, and reset", async () => {
  await open(window, GROUP);
  await decide(window, "readOnly", "No");
  await stored(store, GROUP, "readOnlyHint", { value: false, layer: "override" });
  await click(window, "Add a reason for Read-only", line("readOnly"));
  await window.press("It deletes the group", Key.ENTER);
  await says(window, because("readOnly"), "Because It deletes the group");
  await stored(store, GROUP, "readOnlyHint", { value: false, layer: "override", because: "It deletes the group" });
  await decide(window, "openWorld", "Yes");
  await stored(store, GROUP, "openWorldHint", { value: true, layer: "override" });
  await click(window, "Reset Open world", line("openWorld"));
  await until(() => explained(store, GROUP).openWorldHint.layer !== "override", "it inherits again");
  await says(window, line("readOnly"), "No");
});

test("an environment is made and chosen here, and what it decides otherwise is told in the base", async () => {
  await window.click("environment");
  await click(window, "Manage environments…", '[role="menu"]');
  await window.fill("new-environment", "prod");
  await click(window, "Create", "[role=dialog]");
  await says(window, '[data-testid="environments"]', "prod");
  expect(json(store, "env").map((environment: { name: string }) => environment.name)).toContain("prod");
  await window.press(Key.ESCAPE);
  await choose("prod");
  await says(window, '[data-testid="environment-chip"]', "in prod");
  await open(window, NOTE);
  await decide(window, "idempotent", "No");
  await stored(store, NOTE, "idempotentHint", { value: false, layer: "environment" }, "--env", "prod");
  expect(explained(store, NOTE).idempotentHint).toMatchObject({ value: true, layer: "declared", elsewhere: ["prod"] });
  await choose("base");
  await panelShows(window, NOTE);
  await says(window, `${line("idempotent")} [data-note="elsewhere"]`, "Changed in prod");
});

test("two environments are laid side by side", async () => {
  await window.click("environment");
  await click(window, "Manage environments…", '[role="menu"]');
  await click(window, "Compare", "[role=dialog]");
  await says(window, "[role=dialog]", "1 field held differently");
  for (const words of ["In base", "In prod", NOTE, "Yesdeclared", "No"]) await says(window, "[role=dialog]", words);
  const [difference, ...others] = JSON.parse(compared()).differences;
  expect(others).toEqual([]);
  expect(difference).toMatchObject({ server: "demo", tool: "nc_notes_append_content" });
  await window.press(Key.ESCAPE);
});

/** The comparison; that some fields differ is exit code 1. */
function compared(): string {
  try {
    return store.cli("env", "compare", "base", "prod", "--json");
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test("a tool that its server changes is marked, its words are compared, and its decision waits", async () => {
  await open(window, FILE);
  await decide(window, "destructive", "No");
  await stored(store, FILE, "destructiveHint", { value: false, layer: "override" });
  await click(window, "Accept", '[data-testid="panel"]');
  await until(() => json(store, "explain", FILE).review.state === "reviewed", "it is reviewed");
  tools(write("Write text to a file. Replaces the file if it exists."), get);
  await window.click("nav-servers");
  await window.clickOn('[data-testid="server-files"] button');
  await window.click("read-again");
  await until(() => json(store, "explain", FILE).review.state === "drifted", "it drifted");
  await window.click("nav-all");
  await open(window, FILE);
  const card = `main [data-tool="${FILE}"]`;
  await says(window, `${card} [data-flag="drifted"]`, "Drifted");
  await says(window, `${card} [data-flag="suspended"]`, "A decision is suspended");
  await until(async () => (await texts(window, '[data-testid="drift"] ins')).join().includes("Replaces"), "what came is underlined");
  expect((await texts(window, '[data-testid="drift"] del')).join()).toContain("Fails");
  await says(window, `${line("destructive")} [data-note="suspended"]`, "Your No waits: the server changed the tool");
  await click(window, "Table");
  await says(window, `[data-testid="row"][data-tool="${FILE}"] [data-flag="drifted"]`, "Drifted");
  await click(window, "Cards");
});

test("accepting it as it is now lets the decision hold again", async () => {
  await open(window, FILE);
  await click(window, "Accept as it is now", '[data-testid="panel"]');
  await stored(store, FILE, "destructiveHint", { value: false, layer: "override", suspended: null });
  expect(json(store, "explain", FILE).review.state).toBe("reviewed");
  const flag = `main [data-tool="${FILE}"] [data-flag="drifted"]`;
  await until(async () => (await window.count(flag)) === 0, "the mark is gone");
});

test("the description of a parameter is decided and reset", async () => {
  await open(window, FILE);
  // What is far from what is seen is not drawn.
  await window.driver.executeScript("document.getElementById('panel-parameters').scrollIntoView()");
  const field = await named(window, "Description of path", '[data-testid="parameters"]');
  await field.sendKeys("The full path, below the home folder.");
  await chord(window, Key.ENTER);
  await until(() => store.cli("explain", FILE, "--json").includes("below the home folder"), "it is stored");
  await click(window, "Effective", '[data-testid="panel"]');
  const effective = '[data-testid="panel"] [aria-label="The tool as a corrected server would send it"]';
  await says(window, effective, "The full path, below the home folder.");
  await click(window, "Reset the description of path");
  await until(() => !store.cli("explain", FILE, "--json").includes("below the home folder"), "it is the server's again");
  await until(async () => (await text(window, effective)).includes("Where it is written."), "the server's words hold");
  await chord(window, "z");
  await until(() => store.cli("explain", FILE, "--json").includes("below the home folder"), "undo brings it back");
});

test("after a restart everything is there, and the window is as large as it was", async () => {
  await window.driver.manage().window().setRect({ x: 0, y: 0, width: 1180, height: 760 });
  const size = () => JSON.parse(readFileSync(join(store.data, "window.json"), "utf8"));
  await until(() => size().width === 1180 && size().height === 760, "the size is kept");
  window.terminate(store);
  await window.quit();
  window = await Window.open(store);
  await window.total("data-total", 103);
  await until(async () => (await inner()) === "1180 760", "the window is 1180 by 760");
  await open(window, GROUP);
  await says(window, because("readOnly"), "It deletes the group");
  await open(window, NOTE);
  await says(window, `${line("idempotent")} [data-note="elsewhere"]`, "Changed in prod");
  await open(window, FILE);
  await says(window, '[data-testid="review-line"]', "Reviewed");
  await window.driver.executeScript("document.getElementById('panel-parameters').scrollIntoView()");
  const field = await named(window, "Description of path", '[data-testid="parameters"]');
  expect(await field.getAttribute("value")).toBe("The full path, below the home folder.");
});

const inner = () => window.driver.executeScript<string>("return `${innerWidth} ${innerHeight}`");
