// Tests of the gateway page: switch, settings, address and token, clients and servers.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../../test/axe";
import { keyOf } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import type { ConnectedClient, GatewayView, ServedServer } from "../../backend";
import { BackendError } from "../../backend/error";

const ADDRESS = "http://127.0.0.1:7411/mcp";
const TOKEN = "hs_b7d1c2e90a634f2a";
const CODEX: ConnectedClient = { name: "Codex", version: "0.63", transport: "stdio", server: null, since: "2026-09-12T09:28:00Z", lastCall: "2026-09-12T09:30:00Z", calls: 42 };
const CLIENTS: ConnectedClient[] = [
  { name: "VS Code", version: "1.106", transport: "http", server: null, since: "2026-09-12T08:50:00Z", lastCall: "2026-09-12T09:18:00Z", calls: 3 },
  { name: "Claude Code", version: "2.1", transport: "http", server: null, since: "2026-09-12T09:18:00Z", lastCall: "2026-09-12T09:30:00Z", calls: 18 },
  CODEX,
  { name: null, version: null, transport: "stdio", server: "demo", since: "2026-09-12T09:29:00Z", lastCall: null, calls: 1 },
];

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("gateway");
  fake.current = backend;
  await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
});
/** Starts the gateway, with connected clients of other processes. */
async function start() {
  await backend.prepare("connectClients", { clients: CLIENTS });
  await backend.prepare("startGateway");
}

async function renderGateway() {
  const app = renderApp({ view: "gateway" });
  await screen.findByTestId("gateway-address");
  return app;
}
async function renderRunning() {
  await start();
  return renderGateway();
}
const amend = (over: Partial<GatewayView>) => backend.amend("gateway", (view) => ({ ...view, ...over }));
const refetchGateway = (app: { client: { refetchQueries: (filter: { queryKey: string[] }) => Promise<void> } }) =>
  app.client.refetchQueries({ queryKey: ["gateway"] });
const SETTINGS = { port: 7411, environment: null, toolset: null, changed: "careful", logValues: false, asks: true } as const;
const READING = { name: "reading", description: null, tools: { by: "tools" as const, tools: [keyOf("home_notes_get_note")] }, activate: false };
const power = () => screen.getByTestId("gateway-switch");
const section = (name: string) => within(screen.getByTestId(`gateway-${name}`));

describe("the switch", () => {
  it("says since when it is on, here and in the sidebar", async () => {
    await renderRunning();
    expect(power()).toBeChecked();
    expect(screen.getByTestId("gateway-state")).toHaveTextContent(/^since (\d+ \w+ )?\d\d:\d\d · edits reach clients at once$/);
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent("GatewayOn");
  });

  it("stops it and starts it", async () => {
    const { user } = await renderRunning();
    await user.click(power());
    await waitFor(() => expect(power()).not.toBeChecked());
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent(/^Gateway$/);
    expect(section("address").queryByText(ADDRESS)).toBeNull();
    await user.click(power());
    await waitFor(() => expect(power()).toBeChecked());
    expect(backend.startGateway).toHaveBeenCalledOnce();
  });

  it("says why it could not start, and what to do", async () => {
    await backend.prepare("occupyPort");
    const { user } = await renderGateway();
    await user.click(power());
    const failed = await screen.findByTestId("gateway-failed");
    expect(failed).toHaveTextContent("It is not running. Cannot listen on 127.0.0.1:7411: Address already in use (os error 98). Choose another port");
    expect(power()).not.toBeChecked();
    await backend.prepare("freePort");
    await user.click(within(failed).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(power()).toBeChecked());
    expect(screen.queryByTestId("gateway-failed")).toBeNull();
  });

  it("says why it offers no tools although it is on", async () => {
    await backend.prepare("buildToolset", READING);
    await backend.prepare("setGateway", { ...SETTINGS, toolset: "reading" });
    await backend.prepare("startGateway");
    await backend.prepare("deleteToolset", { name: "reading" });
    await renderGateway();
    expect(screen.getByTestId("gateway-failed")).toHaveTextContent(
      "No tools are offered. There is no toolset named reading. Choose another one above.",
    );
    expect(power()).toBeChecked();
  });

  it("says what failed when the act itself fails, and asks again how it stands", async () => {
    const { user } = await renderRunning();
    backend.stopGateway.mockRejectedValueOnce(new BackendError("internal", "it does not end", "Try again."));
    await user.click(power());
    expect(await screen.findByTestId("toast")).toHaveTextContent("It does not end");
    expect(power()).toBeChecked();
  });

  it("cannot be used while another program holds the store", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another Hintsmith holds the store" }));
    await renderRunning();
    expect(power()).toBeDisabled();
    expect(screen.getByTestId("gateway-port")).toBeDisabled();
    expect(screen.getByTestId("gateway-toolset")).toBeDisabled();
  });
});

describe("what is asked again and again", () => {
  it("shows what changed without being asked to", async () => {
    await renderRunning();
    await backend.prepare("connectClients", { clients: [{ ...CODEX, name: "Zed", calls: 7 }] });
    expect(await section("clients").findByText("Zed")).toBeVisible();
  });

  it("keeps what is shown when it cannot be read any more, and says so", async () => {
    const app = await renderRunning();
    backend.gateway.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    await refetchGateway(app);
    expect(await screen.findByText(/this may be old/)).toHaveTextContent("The store is busy. Wait a moment.");
    expect(section("clients").getByText("Codex")).toBeVisible();
  });

  it("says what failed when it cannot be read at all, and tries again", async () => {
    const answer = backend.gateway.getMockImplementation() as () => Promise<GatewayView>;
    backend.gateway.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    const { user } = renderApp({ view: "gateway" });
    expect(await screen.findByText("The gateway could not be read")).toBeVisible();
    expect(await violations()).toEqual([]);
    backend.gateway.mockImplementation(answer);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByTestId("gateway-address")).toBeVisible();
  });
});

describe("calls", () => {
  it("are asked about here, or by the clients themselves, and the way back is offered", async () => {
    const { user } = await renderGateway();
    await user.click(section("address").getByRole("button", { name: "Calls: Asked about here" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Clients ask themselves" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ asks: false }));
    expect(screen.getByTestId("gateway-asks")).toHaveTextContent("Clients ask themselves");
    await user.click(await screen.findByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ asks: true }));
  });
});

describe("what is served", () => {
  it("is of another environment when that is chosen, and the way back is offered", async () => {
    const { user } = await renderGateway();
    await user.click(screen.getByRole("button", { name: "Environment: base" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "prod" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ environment: "prod", port: 7411 }));
    expect(screen.getByTestId("gateway-environment")).toHaveTextContent("prod");
    await user.click(await screen.findByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ environment: null }));
    expect(screen.getByTestId("gateway-environment")).toHaveTextContent("base");
  });

  it("is a toolset or what is active", async () => {
    await backend.prepare("buildToolset", READING);
    await backend.prepare("setGateway", { ...SETTINGS, toolset: "reading" });
    await backend.prepare("deleteToolset", { name: "reading" });
    const { user } = await renderGateway();
    await user.click(screen.getByRole("button", { name: "Toolset: reading" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "active toolset (every tool)" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ toolset: null }));
  });

  it("holds changed tools when that is chosen", async () => {
    const { user } = await renderGateway();
    await user.click(screen.getByTestId("gateway-changed"));
    await user.click(await screen.findByRole("menuitemradio", { name: "Hold until reviewed" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ changed: "hidden" }));
  });

  it("goes back to what it was when a change fails", async () => {
    const { user } = await renderGateway();
    backend.setGateway.mockRejectedValueOnce(new BackendError("internal", "the store is busy", "Wait a moment."));
    await user.click(screen.getByRole("switch", { name: "Write down values of arguments" }));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The store is busy");
    await waitFor(() => expect(screen.getByRole("switch", { name: "Write down values of arguments" })).not.toBeChecked());
  });

  it("warns of what values may hold", async () => {
    const { user } = await renderGateway();
    await user.hover(screen.getByRole("button", { name: "What is written down of arguments" }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent(/passwords/);
  });
});

describe("the address", () => {
  it("and the command are copied", async () => {
    const { user } = await renderRunning();
    await user.click(screen.getByRole("button", { name: "Copy address" }));
    expect(await navigator.clipboard.readText()).toBe(ADDRESS);
    await user.click(screen.getByRole("button", { name: "Copy command" }));
    expect(await navigator.clipboard.readText()).toBe("hintsmith gateway");
  });

  it("never shows the token, and copies it only when asked", async () => {
    const { user } = await renderRunning();
    expect(section("address").getByText("4f2a")).toBeVisible();
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(backend.gatewayToken).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(TOKEN));
  });

  it("says when the token could not be had", async () => {
    const { user } = await renderRunning();
    backend.gatewayToken.mockRejectedValueOnce(new BackendError("internal", "the file cannot be read", "Make a new one."));
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The file cannot be read");
  });

  it("asks before a new token is made, and says what that means", async () => {
    const { user } = await renderRunning();
    await user.click(screen.getByTestId("address-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Make a new token…" }));
    const dialog = await screen.findByRole("dialog", { name: "Make a new token?" });
    expect(dialog).toHaveTextContent("The old token opens nothing any more");
    await user.click(within(dialog).getByRole("button", { name: "Keep the old one" }));
    expect(backend.newGatewayToken).not.toHaveBeenCalled();
    await user.click(screen.getByTestId("address-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Make a new token…" }));
    await user.click(await screen.findByTestId("confirm-token"));
    expect(await section("address").findByText("91cc")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has another port when one is typed that can be one", async () => {
    const { user } = await renderGateway();
    const port = screen.getByRole("textbox", { name: "Port" });
    await user.clear(port);
    await user.type(port, "70000{Enter}");
    expect(port).toHaveAccessibleDescription("1 to 65535");
    expect(backend.setGateway).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    expect(port).toHaveValue("7411");
    await user.clear(port);
    await user.type(port, "8080{Enter}");
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ port: 8080 }));
    expect(port).toHaveFocus();
  });
});

describe("clients", () => {
  it("are named with how they came, since when, and how often they called", async () => {
    await renderRunning();
    const items = section("clients").getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^VS Code 3 calls1\.106 · HTTP · idle for 13 min$/),
      expect.stringMatching(/^Claude Code 18 calls2\.1 · HTTP · since (\d+ \w+ )?\d\d:\d\d$/),
      expect.stringMatching(/^Codex 42 calls0\.63 · stdio · since (\d+ \w+ )?\d\d:\d\d$/),
      expect.stringMatching(/^Unnamed client 1 callin front of demo · since (\d+ \w+ )?\d\d:\d\d$/),
    ]);
  });

  it("show what they call themselves as text", async () => {
    await backend.prepare("connectClients", { clients: [{ ...CODEX, name: "Co\u202edex<b>", version: "1\u200b" }] });
    await renderGateway();
    expect(section("clients").getByRole("listitem")).toHaveTextContent("CoU+202Edex<b>");
  });

  it("that are alike are told apart", async () => {
    await backend.prepare("connectClients", { clients: [CODEX, CODEX] });
    const complaints = vi.spyOn(console, "error");
    await renderGateway();
    expect(section("clients").getAllByRole("listitem")).toHaveLength(2);
    expect(complaints).not.toHaveBeenCalled();
  });

  it("come by a configuration that holds address and token, and says so", async () => {
    await backend.prepare("startGateway");
    const { user } = await renderGateway();
    expect(section("clients").getByText(/It holds the token/)).toBeVisible();
    await user.click(section("clients").getByRole("button", { name: "Copy configuration" }));
    await waitFor(async () =>
      expect(JSON.parse(await navigator.clipboard.readText())).toEqual({
        mcpServers: { hintsmith: { type: "http", url: ADDRESS, headers: { Authorization: `Bearer ${TOKEN}` } } },
      }),
    );
  });
});

describe("servers", () => {
  /** Fixtures of states that need a server that responds, or one that does not. */
  const DEMO: ServedServer = { name: "demo", transport: "stdio", state: { is: "ready", connections: 1 }, message: null, tools: 7, offered: 2 };
  const WAITING: ServedServer = { ...DEMO, name: "github", transport: "http", state: { is: "waiting", attempt: 3, seconds: 8 }, message: "connect ETIMEDOUT api.github.example:443" };

  it("say how they stand, what is served, and the last words of a failure", async () => {
    backend.amend("gateway", (view) => ({
      ...view,
      servers: [DEMO, WAITING, { ...DEMO, name: "weather", state: { is: "connecting" } }, ...view.servers],
    }));
    await renderRunning();
    expect(screen.getByRole("heading", { name: "Upstream servers 1 of 6 ready" })).toBeVisible();
    const items = section("servers").getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      "demo ReadyRestartstdio · 2 of 7 tools served",
      "github RestartingTry nowAttempt 3, next in 8 sConnect ETIMEDOUT api.github.example:443",
      "weather Connecting…Restartstdio · 2 of 7 tools served",
      "demo Idle7 of 7 tools served · connects when a client does",
      "jira Needs sign-inSign in…Its tools are not served until you sign in",
      "saved Left outDetailsA saved list: nobody answers its calls",
    ]);
  });

  it("are tried again at once, and the button keeps the focus", async () => {
    amend({ servers: [WAITING] });
    const { user } = await renderRunning();
    const button = screen.getByRole("button", { name: "Try github now" });
    amend({ servers: [{ ...WAITING, state: { is: "connecting" } }] });
    await user.click(button);
    expect(backend.restartServed).toHaveBeenCalledExactlyOnceWith("github");
    await waitFor(() => expect(button).toHaveAccessibleName("Restart github"));
    expect(button).toHaveFocus();
  });

  it("are signed in to", async () => {
    backend.signIn.mockReturnValueOnce(new Promise(() => {}));
    const { user } = await renderRunning();
    await user.click(screen.getByRole("button", { name: "Sign in to jira…" }));
    expect(backend.signIn).toHaveBeenCalledExactlyOnceWith({ server: "jira" });
    expect(screen.getByRole("button", { name: "Sign in to jira…" })).toHaveTextContent("Waiting…");
  });

  it("that are very many are drawn as far as they are seen", async () => {
    amend({ servers: Array.from({ length: 300 }, (_, index) => ({ ...DEMO, name: `server-${index}` })) });
    await renderRunning();
    const items = section("servers").getAllByRole("listitem");
    expect(items.length).toBeLessThan(40);
    expect(items[0]).toHaveAttribute("aria-setsize", "300");
  });
});

describe("from anywhere", () => {
  it("is reached by its key, and stands in the list of keys", async () => {
    const { user } = renderApp();
    await screen.findAllByTestId("card");
    await user.keyboard("{Control>}7{/Control}");
    expect(await screen.findByRole("heading", { name: "Gateway", level: 1 })).toBeVisible();
    await user.keyboard("?");
    const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(list).getByRole("heading", { name: "The gateway" })).toBeVisible();
  });

  it("is started, copied and stopped by commands, which say what came of it", async () => {
    const { user } = renderApp();
    await screen.findAllByTestId("card");
    const command = async (text: string) => {
      await user.keyboard("{Control>}k{/Control}");
      await screen.findByTestId("palette");
      await user.keyboard(`${text}{Enter}`);
    };
    await command("start the gateway");
    await waitFor(() => expect(screen.getByTestId("toast")).toHaveTextContent("Gateway started"));
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent("GatewayOn");
    await command("copy gateway address");
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(ADDRESS));
    await command("stop the gateway");
    await waitFor(() => expect(screen.getByTestId("toast")).toHaveTextContent("Gateway stopped"));
    await backend.prepare("occupyPort");
    await command("start the gateway");
    await waitFor(() => expect(screen.getByTestId("toast")).toHaveTextContent("Cannot listen on 127.0.0.1:7411: Address already in use"));
  });
});
