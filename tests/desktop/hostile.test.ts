// Hostile text in every field a server has, through every view of the real window: it stays text, nothing is fetched, nothing
// is hidden, and the window goes on drawing.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fresh, show, VIEWS } from "./all-views.ts";
import { fill, SERVER, started, type Read } from "./scene.ts";
import { root, Store, until, Window } from "./window.ts";

const MOST_NODES = 3_000;

const store = new Store();
const script = (name: string) => join(root, "tests/servers", name);
const hits: string[] = [];
const trap = createServer((request, response) => {
  hits.push(request.url ?? "");
  response.end();
});
let window: Window;
let registry: Awaited<ReturnType<typeof started>>;

beforeAll(async () => {
  await new Promise<void>((ready) => trap.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const changed = join(store.folder, "changed");
  const read: Read = {
    add: (into) => into.cli("add", SERVER, "--yes", "--", "node", script("hostile.mjs"), address, changed),
    change(into) {
      writeFileSync(changed, "");
      into.cli("scan", SERVER);
    },
    failed: "exits-hostile",
  };
  registry = await started("registry.mjs");
  fill(store, registry.address, read);
  try {
    store.cli("add", "erring", "--yes", "--", "node", script("odd.mjs"), "list-error");
  } catch {
    // What it says instead of a list is what is looked at.
  }
  window = await Window.open(store);
});
afterAll(async () => {
  await window.quit();
  registry.process.kill();
  trap.close();
  store.remove();
});

/** What is in the page that only a server's text could have put there, and what it hides from the eye. */
const FOUND = `
  const found = [];
  if (window.__pwned !== undefined) found.push("a script of the server ran");
  const hidden = /[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]|[\\u{e0000}-\\u{e007f}]|\\p{Surrogate}/u;
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let nodes = 1;
  while (walker.nextNode()) {
    nodes++;
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.matches("script, style") && hidden.test(node.data)) found.push("hidden in text: " + node.parentElement.outerHTML.slice(0, 300));
      continue;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const tag = node.localName;
    if (["iframe", "object", "embed", "base", "video", "audio"].includes(tag)) found.push(tag);
    if (tag === "script" && !(node.src.startsWith(location.origin + "/"))) found.push("script " + node.outerHTML.slice(0, 100));
    if (tag === "img" && !node.getAttribute("src").startsWith("data:image/png")) found.push("img " + node.outerHTML.slice(0, 100));
    if (tag === "a" && node.hasAttribute("href")) found.push("link " + node.outerHTML.slice(0, 100));
    if (tag === "svg" && !node.matches(".lucide")) found.push("svg " + node.outerHTML.slice(0, 200));
    for (const { name, value } of node.attributes) {
      if (name.startsWith("on")) found.push("handler " + name);
      // What is read out or shown; data attributes and ids are for programs.
      if (/^(aria-label|title|alt|placeholder|aria-description|aria-valuetext)$/.test(name) && hidden.test(value)) found.push("hidden in " + name + ": " + value.slice(0, 100));
    }
    // A field holds the value itself, or what is saved would differ from what was read; the codes stand elsewhere.
  }
  if (nodes > arguments[0]) found.push(nodes + " nodes");
  const ours = [location.origin + "/", "tauri://", "ipc://", "http://ipc.localhost", "data:", "blob:"];
  for (const { name } of performance.getEntriesByType("resource")) if (!ours.some((begin) => name.startsWith(begin))) found.push("asked for " + name.slice(0, 100));
  return found;`;

/** The page draws once more. */
const DRAW = "const done = arguments[0]; requestAnimationFrame(() => setTimeout(done))";

async function harmless(): Promise<void> {
  await window.driver.executeAsyncScript(DRAW);
  expect.soft(await window.driver.executeScript<string[]>(FOUND, MOST_NODES)).toEqual([]);
  expect.soft(hits).toEqual([]);
}
const text = (testId: string) => window.driver.executeScript<string>(`return document.querySelector('[data-testid="${testId}"]')?.textContent ?? ""`);

describe("hostile text is only text", () => {
  test.each(VIEWS.map((view) => [view.name, view] as const))("in %s", async (_, view) => {
    await show(window, store, view);
    await harmless();
  });

  test("in the panel of every tool, where hidden characters are codes", async () => {
    await fresh(window);
    await window.click(`nav-server-${SERVER}`);
    const tools = JSON.parse(store.cli("tools", "--json", `server:${SERVER}`)) as unknown[];
    await window.total("data-shown", tools.length);
    await window.click("card");
    let codes = 0;
    for (let at = 0; at < tools.length; at++) {
      const shown = async () => (await window.get("panel")).getAttribute("data-tool");
      const before = await shown();
      await harmless();
      if ((await text("panel")).includes("U+202E")) codes++;
      await window.press("j");
      if (at < tools.length - 1) await until(async () => (await shown()) !== before, "the next tool is shown");
    }
    expect(codes).toBeGreaterThanOrEqual(4);
  });

  test("in what a server says instead of its tools", async () => {
    await fresh(window);
    await window.click("nav-server-erring");
    await until(async () => (await text("server-failure")).includes("U+202E"), "the codes are shown");
    expect(await text("server-failure")).toContain("<script>window.__pwned=1</script>");
    await harmless();
  });

  test("in the details of the server: its name, its version, its instructions and its standard error", async () => {
    await fresh(window);
    await window.click("nav-servers");
    await window.clickOn(`[data-testid="server-${SERVER}"] button`);
    await until(async () => (await text("server-detail")).includes("U+202E"), "the codes are shown");
    await harmless();
  });
});
