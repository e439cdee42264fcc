// OAuth sign-in with a real authorization server: the window shows the address, a browser opens it, and the scan succeeds.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, expect, test } from "vitest";
import { textOf, untilText } from "./actions.ts";
import { closeAtEnd } from "./resources.ts";
import { root, Store } from "./store.ts";
import { until } from "./wait.ts";
import { Window } from "./window.ts";

const SIGN_IN = '[data-testid="sign-in-page"]';
const store = new Store();
let window: Window;

beforeAll(async () => {
  const servers = spawn("node", [join(root, "tests/servers/oauth/servers.mjs")], { stdio: ["pipe", "pipe", "ignore"] });
  closeAtEnd(() => void servers.kill());
  const [line] = (await once(createInterface({ input: servers.stdout }), "line")) as [string];
  const address = (JSON.parse(line) as { mcp: string }).mcp;
  // The command fails because the scan needs the sign-in, but adds the server.
  expect(() => store.cli("add", "notes", "--yes", "--url", address)).toThrow(/sign-in/);
  window = await Window.open(store);
});

/** Minimal browser: keeps cookies, follows redirects, and consents to everything. */
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
  throw new Error("too many redirects");
}

test("a server that requires a sign-in is scanned after it", async () => {
  await window.click("nav-servers");
  await untilText(window, '[data-testid="server-notes"]', "sign-in");
  await window.click("sign-in");
  const page = await until(async () => /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(await textOf(window, SIGN_IN))?.[0], "the address is shown");
  expect(await browse(page)).toContain("You are signed in to Hintsmith");
  await untilText(window, '[data-testid="server-notes"]', "Ready");
  await window.gone(SIGN_IN);
  await untilText(window, '[data-testid="server-detail"]', "Sign out");
});
