// Environments, rules, review, drift and history, with a second process on the same store.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { beforeAll, describe, expect, test } from "vitest";
import { confirmAccept, pressControl, untilText } from "./actions.ts";
import { proposeNote } from "./fixture.ts";
import { checkLayout, setTheme, THEMES } from "./layout.ts";
import { clickXPath, untilDialog } from "./navigation.ts";
import { explain, json, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const schema = { type: "object", properties: { path: { type: "string" }, etag: { type: "string" } } };
const write = (description: string) => ({ name: "write_file", description, inputSchema: schema });
const get = { name: "get_file", description: "Reads a file.", inputSchema: schema, annotations: { readOnlyHint: true } };

/** The behaviour does not depend on the theme; only `make test-full` and `make screenshots` run both. */
const themes = process.env["HINTSMITH_TEST_FULL"] === "1" || process.env["HINTSMITH_SCREENSHOTS"] === "1" ? THEMES : (["light"] as const);

describe.each(themes)("in the %s theme", (theme) => {
  const store = new Store();
  const list = join(store.folder, "list.json");
  let window: Window;

  const serveTools = (...tools: unknown[]) => writeFileSync(list, JSON.stringify({ tools }));
  const destructiveHint = (...options: string[]) => explain(store, "files.write_file", ...options).destructiveHint;
  const text = (testId: string, ...texts: string[]) => untilText(window, `[data-testid="${testId}"]`, ...texts);

  beforeAll(async () => {
    serveTools(write("Write text to a new file at the given path. Fails if the file exists."), get);
    store.cli("demo");
    store.cli("add", "files", "--yes", "--file", list);
    window = await Window.open(store);
    await setTheme(window, theme);
    await window.total("data-total", 103);
  });

  test("an environment that another process creates can be selected and decided in", async () => {
    store.cli("env", "add", "prod");
    await window.click("environment");
    await clickXPath(window, '//*[@role="menuitemradio"][contains(., "prod")]');
    await window.get("environment-chip");
    await window.search("server:files write");
    await window.total("data-shown", 1);
    await window.clickOn('[data-tool="files.write_file"]');
    await window.clickOn('[data-testid="hint-destructive"] [role="radio"]:nth-of-type(2)');
    await until(() => destructiveHint("--env", "prod").layer === "environment", "the decision is stored in prod");
    expect(destructiveHint().layer).toBe("inferred");
    await checkLayout(window, `environment-${theme}`);
    await window.click("environment");
    await window.clickOn('[role="menuitemradio"]');
    await window.gone('[data-testid="environment-chip"]');
  });

  test("a rule shows its effect before it is saved", async () => {
    await window.click("nav-rules");
    await window.fill("rule-selector", "demo.nc_notes_get_*");
    await text("rule-effect", "atches");
    await checkLayout(window, `rules-${theme}`);
    await window.click("rule-save");
    await until(() => json(store, "rule").length === 1, "the rule is stored");
    await text("rules", "demo.nc_notes_get_*");
  });

  test("a reviewed tool that drifts is suspended until it is accepted, which undo takes back", async () => {
    store.cli("set", "files.write_file", "read-only=no", "destructive=no", "--because", "it never overwrites");
    store.cli("review", "accept", "files.write_file");
    serveTools(write("Write text to a file at the given path. Replaces the file if it exists; earlier content is lost."), get);
    store.cli("scan", "files");
    await window.click("nav-review");
    await text("stage", "Replaces", "suspended");
    await checkLayout(window, `review-${theme}`);
    expect(destructiveHint().suspended).toBe(false);
    await window.press("a");
    await confirmAccept(window, () => destructiveHint().layer === "override");
    await pressControl(window, "z");
    await until(() => destructiveHint().layer !== "override", "the acceptance is undone");
  });

  test("a note of an agent is read by no model until it is accepted, which undo takes back", async () => {
    const tool = "demo.nc_notes_get_note";
    store.cli("toolset", "build", "reading", tool, "--activate");
    proposeNote(store, tool, "note-ids", "Ids are numbers.");
    const accepted = () => json(store, "note", "list").length;
    expect(accepted()).toBe(0);
    // The active toolset appears above the links and moves them.
    await window.get("active-toolset");
    await window.click("nav-review");
    await text("agent-notes", "Ids are numbers.");
    await checkLayout(window, `review-notes-${theme}`);
    await clickXPath(window, '//*[@data-testid="proposed-note"]//button[starts-with(normalize-space(), "Accept")]');
    await until(() => accepted() === 1, "the note is accepted");
    await pressControl(window, "z");
    await until(() => accepted() === 0 && json(store, "note", "proposed").length === 1, "the acceptance is undone");
    store.cli("toolset", "delete", "reading");
  });

  test("the history shows and undoes a decision of another process", async () => {
    store.cli("set", "files.get_file", "open-world=no");
    await window.click("nav-history");
    await text("history", "files.get_file: open-world No");
    await checkLayout(window, `history-${theme}`);
    await clickXPath(window, '(//*[@data-testid="history-entry"])[1]//button[contains(., "Undo")]');
    await until(() => explain(store, "files.get_file").openWorldHint.layer !== "override", "it is undone");
  });

  test("environments are managed in a dialog", async () => {
    await window.click("environment");
    await clickXPath(window, '//*[@role="menuitem"][contains(., "Manage")]');
    await window.get("environments");
    await checkLayout(window, `environments-${theme}`);
    await window.press(Key.ESCAPE);
    await window.gone('[data-testid="environments"]');
  });

  test("the preferences show where the store is", async () => {
    await window.click("nav-preferences");
    await window.click("nav-store");
    await untilDialog(window, "hintsmith.db");
    await text("store-path", "hintsmith.db");
    await checkLayout(window, `store-${theme}`);
    await window.press(Key.ESCAPE);
  });
});
