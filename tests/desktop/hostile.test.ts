// Hostile text in every field that a server sends, in every view: it renders as text, causes no requests, hides no characters,
// and the window stays responsive.
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { textOf, untilText } from "./actions.ts";
import { fillStore, SERVER, startServer, type ServerContent } from "./fixture.ts";
import { pressEscape } from "./keyboard-walk.ts";
import { closeAtEnd } from "./resources.ts";
import { root, Store } from "./store.ts";
import { ViewVisitor } from "./view-visitor.ts";
import { reload, VIEWS } from "./views.ts";
import { Window } from "./window.ts";

const MAX_NODES = 3_000;

const store = new Store();
const script = (name: string) => join(root, "tests/servers", name);
const requests: string[] = [];
/** HTTP server at the address in the hostile text, which records every request. */
const trap = createServer((request, response) => {
  requests.push(request.url ?? "");
  response.end();
});
let window: Window;
let visitor: ViewVisitor;

beforeAll(async () => {
  await new Promise<void>((ready) => trap.listen(0, "127.0.0.1", ready));
  closeAtEnd(() => void trap.close());
  const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const changed = join(store.folder, "changed");
  const content: ServerContent = {
    add: (store) => store.cli("add", SERVER, "--yes", "--", "node", script("hostile.mjs"), address, changed),
    change(store) {
      writeFileSync(changed, "");
      store.cli("scan", SERVER);
    },
    failed: "exits-hostile",
  };
  fillStore(store, await startServer("registry.mjs"), content);
  // A server that responds with an error instead of a list.
  expect(() => store.cli("add", "erring", "--yes", "--keep", "--", "node", script("odd.mjs"), "list-error")).toThrow();
  window = await Window.open(store);
  visitor = new ViewVisitor(window, store);
});

/** Finds elements, attributes and requests that only server text can have caused, and hidden characters. */
const FINDINGS = `
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
      // Attributes that the user sees or hears; not data attributes and ids.
      if (/^(aria-label|title|alt|placeholder|aria-description|aria-valuetext)$/.test(name) && hidden.test(value)) found.push("hidden in " + name + ": " + value.slice(0, 100));
    }
    // Values of fields are not checked: they are not escaped, because saving would store the escapes.
  }
  if (nodes > arguments[0]) found.push(nodes + " nodes");
  const ours = [location.origin + "/", "tauri://", "ipc://", "http://ipc.localhost", "data:", "blob:"];
  for (const { name } of performance.getEntriesByType("resource")) if (!ours.some((begin) => name.startsWith(begin))) found.push("request to " + name.slice(0, 100));`;

/** Waits for the next frame, then runs the checks. */
const EXAMINE = `
  const done = arguments[arguments.length - 1];
  requestAnimationFrame(() => setTimeout(() => { ${FINDINGS} done(found); }));`;

async function expectHarmless(): Promise<void> {
  expect.soft(await window.driver.executeAsyncScript<string[]>(EXAMINE, MAX_NODES)).toEqual([]);
  expect.soft(requests).toEqual([]);
}

test.each(VIEWS.map((view) => [view.name, view] as const))("hostile text is only text in %s", async (_, view) => {
  await visitor.open(view);
  await expectHarmless();
  if (view.isOverlay && !view.isTransient) await pressEscape(window);
  await visitor.leave(view);
});

test("hostile text is only text in the panel of every tool, and hidden characters are shown as codes", async () => {
  await reload(window);
  await window.click(`nav-server-${SERVER}`);
  const tools = JSON.parse(store.cli("tools", "--json", `server:${SERVER}`)) as unknown[];
  await window.total("data-shown", tools.length);
  await window.click("card");
  let current: string | null = null;
  let withCodes = 0;
  for (let at = 0; at < tools.length; at++) {
    current = await window.waitFor<string>(
      `const tool = document.querySelector('[data-testid="panel"]:not([aria-busy])')?.dataset.tool;
       return tool && tool !== arguments[0] ? { ok: tool } : { last: tool };`,
      "the next tool is shown",
      current,
    );
    await expectHarmless();
    if ((await textOf(window, '[data-testid="panel"]')).includes("U+202E")) withCodes++;
    await window.press("j");
  }
  expect(withCodes).toBeGreaterThanOrEqual(4);
});

test("hostile text is only text in the error of a server", async () => {
  await window.click("nav-server-erring");
  await untilText(window, '[data-testid="server-failure"]', "U+202E", "<script>window.__pwned=1</script>");
  await expectHarmless();
});

test("hostile text is only text in the name, version, instructions and standard error of a server", async () => {
  await window.click("nav-servers");
  await window.clickOn(`[data-testid="server-${SERVER}"] button`);
  await untilText(window, '[data-testid="server-detail"]', "U+202E");
  await expectHarmless();
});
