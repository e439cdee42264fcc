// The findings of the demo: the same as the command line tells, mended one at a time and all of a kind, ignored, taken
// back, and judged by another profile.
import { afterAll, beforeAll, expect, test } from "vitest";
import { chord, click, json, panelShows, says, texts } from "./acts.ts";
import { Store, until, Window } from "./window.ts";

const ROWS = '[data-testid="finding"]';
const LIST = '[data-testid="findings-list"]';
const TOAST = '[data-testid="toast"]';
const DIALOG = '[data-testid="fixes-dialog"]';
const store = new Store();
let window: Window;

type Finding = { rule: string; severity: string; server: string; tool: string; fix: { safe: boolean } | null };
type Report = { findings: Finding[]; suppressed: Finding[] };
const report = (...more: string[]): Report =>
  JSON.parse(store.cli("lint", "--format", "json", "--fail-on", "never", ...more)) as Report;
const number = (...more: string[]): number => report(...more).findings.length;

/** How many the page lists, whether or not they are drawn. */
const listedNumber = async (): Promise<number> =>
  Number((await window.driver.executeScript<string>("return document.querySelector(arguments[0])?.ariaRowCount ?? '0'", LIST)) ?? 0);
async function lists(count: number): Promise<void> {
  let last = 0;
  await until(async () => (last = await listedNumber()) === count, () => `${count} are listed, not ${last}`);
}

async function choose(testId: string, words: string): Promise<void> {
  await window.click(testId);
  await until(
    () =>
      window.driver.executeScript<boolean>(
        `const item = [...document.querySelectorAll("[role=menuitemradio], [role=option]")]
           .find((item) => item.textContent.startsWith(arguments[0]));
         item?.click(); return item !== undefined;`,
        words,
      ),
    `${words} can be chosen`,
  );
}

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.click("nav-findings");
  await window.get("findings-page");
});
afterAll(async () => {
  await window.quit();
  store.remove();
});

test("the page lists what the command line finds, the worst first", async () => {
  const { findings } = report();
  expect(findings.length).toBeGreaterThan(5);
  await lists(findings.length);
  const worst = findings.some(({ severity }) => severity === "error") ? "Error" : "Warning";
  await says(window, ROWS, worst);
  const counted = findings.filter(({ severity }) => severity !== "note").length;
  await says(window, '[data-testid="nav-findings"]', String(counted));
});

test("one finding is mended with one press, and undo brings it back", async () => {
  const before = number();
  const rule = report().findings.find(({ fix }) => fix?.safe)?.rule ?? "";
  await choose("findings-rule", rule);
  const ofRule = number("--rule", rule);
  await lists(ofRule);
  await window.clickOn(`${ROWS} button`);
  await until(() => number("--rule", rule) === ofRule - 1, "one less is found");
  await lists(ofRule - 1);
  await chord(window, "z");
  await until(() => number() === before, "it is found again");
  await lists(ofRule);
});

test("all of a kind are mended after a look at what is decided, and one undo takes them back", async () => {
  const rule = report().findings.find(({ fix }) => fix?.safe)?.rule ?? "";
  const before = number("--rule", rule);
  expect(before).toBeGreaterThan(1);
  await window.clickOn(ROWS);
  await click(window, "Fix all of this kind…", '[data-testid="findings-panel"]');
  await says(window, DIALOG, "Set the title");
  await window.click("confirm-fixes");
  await until(() => number("--rule", rule) === 0, "none of the kind is left");
  await says(window, TOAST, "Undo");
  await chord(window, "z");
  await until(() => number("--rule", rule) === before, "all of them are back");
  expect(json(store, "history")[0]).toBeDefined();
  await lists(before);
});

test("a finding is ignored with a reason, and counted again", async () => {
  await choose("findings-rule", "All rules");
  const before = number();
  await lists(before);
  await window.clickOn(ROWS);
  await click(window, "Ignore…", '[data-testid="findings-panel"]');
  await click(window, "Ignore", '[data-testid="ignore-dialog"]');
  await says(window, '[data-testid="ignore-dialog"]', "A reason is needed");
  await (await window.find('[data-testid="ignore-dialog"] input')).sendKeys("we know, and live with it");
  await click(window, "Ignore", '[data-testid="ignore-dialog"]');
  await until(() => report().suppressed.length === 1, "it is suppressed");
  await lists(before - 1);
  await until(async () => {
    await window.driver.executeScript(`[...document.querySelectorAll("button")].find((b) => b.textContent.startsWith("Suppressed"))?.click()`);
    return (await listedNumber()) === 1;
  }, "the suppressed one is listed");
  await window.clickOn(ROWS);
  await says(window, '[data-testid="suppression"]', "we know, and live with it");
  await click(window, "Count it again", '[data-testid="findings-panel"]');
  await until(() => report().suppressed.length === 0, "it counts again");
});

test("another profile lists something else, here and on the command line", async () => {
  await window.driver.executeScript(`[...document.querySelectorAll('[aria-pressed="true"]')].find((b) => b.textContent.startsWith("Suppressed"))?.click()`);
  const before = number();
  await lists(before);
  await choose("findings-profile", "openai-submission");
  await until(() => number() !== before, "the profile is kept");
  await lists(number());
  await says(window, '[data-testid="readiness"]', "openai-submission");
  expect((await texts(window, '[data-testid="check"]')).length).toBeGreaterThan(3);
  await choose("findings-profile", "spec");
  await lists(before);
});

test("the tool of a finding is opened at its field", async () => {
  await window.clickOn(ROWS);
  const tool = await (await window.find(ROWS)).getAttribute("data-tool");
  await click(window, "Open tool", '[data-testid="findings-panel"]');
  await panelShows(window, tool ?? "");
});
