// Findings of the demo: equal to those of the command line, fixed one at a time and by rule, suppressed, and checked with another
// profile.
import { beforeAll, expect, test } from "vitest";
import { clickNamed, holdToasts, pressControl, textsOf, untilPanelShows, untilText } from "./actions.ts";
import { clickXPath } from "./navigation.ts";
import { json, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

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
const countFindings = (...more: string[]): number => report(...more).findings.length;

/** Number of findings in the list, rendered or not. */
const listedCount = async (): Promise<number> =>
  Number((await window.evaluate<string>("return document.querySelector(arguments[0])?.ariaRowCount ?? '0'", LIST)) ?? 0);
async function untilListed(count: number): Promise<void> {
  let last = 0;
  await until(async () => (last = await listedCount()) === count, () => `${count} findings are listed, not ${last}`);
}

async function choose(testId: string, label: string): Promise<void> {
  await window.click(testId);
  await until(
    () =>
      window.evaluate<boolean>(
        `const item = [...document.querySelectorAll("[role=menuitemradio], [role=option]")]
           .find((item) => item.textContent.startsWith(arguments[0]));
         item?.click(); return item !== undefined;`,
        label,
      ),
    `${label} can be chosen`,
  );
}

beforeAll(async () => {
  store.cli("demo");
  window = await Window.open(store);
  await window.click("nav-findings");
  await window.get("findings-page");
  await holdToasts(window);
});

test("the page lists what the command line finds, the worst first", async () => {
  const { findings } = report();
  expect(findings.length).toBeGreaterThan(5);
  await untilListed(findings.length);
  const worst = findings.some(({ severity }) => severity === "error") ? "Error" : "Warning";
  await untilText(window, ROWS, worst);
  const counted = findings.filter(({ severity }) => severity !== "note").length;
  await untilText(window, '[data-testid="nav-findings"]', String(counted));
});

test("one finding is fixed with one click, and undo brings it back", async () => {
  const before = countFindings();
  const rule = report().findings.find(({ fix }) => fix?.safe)?.rule ?? "";
  await choose("findings-rule", rule);
  const ofRule = countFindings("--rule", rule);
  await untilListed(ofRule);
  await window.clickOn(`${ROWS} button`);
  await until(() => countFindings("--rule", rule) === ofRule - 1, "one less is found");
  await untilListed(ofRule - 1);
  await pressControl(window, "z");
  await until(() => countFindings() === before, "it is found again");
  await untilListed(ofRule);
});

test("all findings of a rule are fixed after a preview, and one undo brings them back", async () => {
  const rule = report().findings.find(({ fix }) => fix?.safe)?.rule ?? "";
  const before = countFindings("--rule", rule);
  expect(before).toBeGreaterThan(1);
  await window.clickOn(ROWS);
  await clickNamed(window, "Fix all for this rule…", '[data-testid="findings-panel"]');
  await untilText(window, DIALOG, "Set the title");
  await window.click("confirm-fixes");
  await until(() => countFindings("--rule", rule) === 0, "none of the rule is left");
  await untilText(window, TOAST, "Undo");
  await pressControl(window, "z");
  await until(() => countFindings("--rule", rule) === before, "all of them are back");
  expect(json(store, "history")[0]).toBeDefined();
  await untilListed(before);
});

test("a finding is suppressed with a reason, and the suppression is removed", async () => {
  await choose("findings-rule", "All rules");
  const before = countFindings();
  await untilListed(before);
  await window.clickOn(ROWS);
  await clickNamed(window, "Suppress…", '[data-testid="findings-panel"]');
  await clickNamed(window, "Suppress", '[data-testid="suppress-dialog"]');
  await untilText(window, '[data-testid="suppress-dialog"]', "Enter a reason");
  await (await window.find('[data-testid="suppress-dialog"] input')).sendKeys("we know, and live with it");
  await clickNamed(window, "Suppress", '[data-testid="suppress-dialog"]');
  await until(() => report().suppressed.length === 1, "it is suppressed");
  await untilListed(before - 1);
  await clickXPath(window, '//button[@aria-pressed="false"][starts-with(normalize-space(), "Suppressed")]');
  await untilListed(1);
  await window.clickOn(ROWS);
  await untilText(window, '[data-testid="suppression"]', "we know, and live with it");
  await clickNamed(window, "Remove suppression", '[data-testid="findings-panel"]');
  await until(() => report().suppressed.length === 0, "it counts again");
});

test("another profile lists other findings, here and on the command line", async () => {
  await clickXPath(window, '//button[@aria-pressed="true"][starts-with(normalize-space(), "Suppressed")]');
  const before = countFindings();
  await untilListed(before);
  await choose("findings-profile", "openai-submission");
  await until(() => countFindings() !== before, "the profile is kept");
  await untilListed(countFindings());
  await untilText(window, '[data-testid="readiness"]', "openai-submission");
  expect((await textsOf(window, '[data-testid="check"]')).length).toBeGreaterThan(3);
  await choose("findings-profile", "spec");
  await untilListed(before);
});

test("the tool of a finding can be opened", async () => {
  await window.clickOn(ROWS);
  const tool = await (await window.find(ROWS)).getAttribute("data-tool");
  await clickNamed(window, "Open tool", '[data-testid="findings-panel"]');
  await untilPanelShows(window, tool ?? "");
});
