// Signing in from the real window, against a real authorization server: the window shows the page, a browser goes there,
// and the tools are read.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, Store, until, Window } from "./window.ts";

const store = new Store();
let servers: ChildProcess;
let address: string;
let window: Window;

beforeAll(async () => {
  servers = spawn("node", [join(root, "tests/servers/oauth/servers.mjs")], { stdio: ["pipe", "pipe", "ignore"] });
  const [line] = (await once(createInterface({ input: servers.stdout! }), "line")) as [string];
  address = (JSON.parse(line) as { mcp: string }).mcp;
  // It is added, and says that it wants a sign-in: the exit code is that of a server that could not be read.
  expect(() => store.cli("add", "notes", "--yes", "--url", address)).toThrow(/sign in/);
  window = await Window.open(store);
});
afterAll(async () => {
  await window.quit();
  servers.kill();
  store.remove();
});

const text = (css: string) => window.driver.executeScript<string>("return document.querySelector(arguments[0])?.textContent ?? ''", css);

/** A browser that keeps cookies, goes where it is sent, and agrees to everything. */
async function browse(page: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let at = page, steps = 0; steps < 20; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) return response.text();
    at = new URL(location, at).href;
  }
  throw new Error("sent in circles");
}

test("a server that wants a sign-in is signed in to, and its tools are read", async () => {
  await window.click("nav-servers");
  await until(async () => (await text('[data-testid="server-notes"]')).includes("sign-in"), "it says that it wants a sign-in");
  await window.click("sign-in");
  const page = await until(async () => /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(await text('[data-testid="sign-in-page"]'))?.[0], "the page is shown");
  expect(await browse(page)).toContain("You are signed in to Hintsmith");
  await until(async () => (await text('[data-testid="server-notes"]')).includes("Ready"), "its tools are read");
  expect(await text('[data-testid="sign-in-page"]')).toBe("");
  await until(async () => (await text('[data-testid="server-detail"]')).includes("Sign out"), "the way out is offered");
});
