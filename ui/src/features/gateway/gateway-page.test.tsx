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
  it("shows since when the gateway is on, here and in the sidebar", async () => {
    await renderRunning();
    expect(power()).toBeChecked();
    expect(screen.getByTestId("gateway-state")).toHaveTextContent(/^since (\d+ \w+ )?\d\d:\d\d · edits reach clients at once$/);
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent("GatewayOn");
  });

  it("stops and starts the gateway", async () => {
    const { user } = await renderRunning();
    await user.click(power());
    await waitFor(() => expect(power()).not.toBeChecked());
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent(/^Gateway$/);
    expect(section("address").queryByText(ADDRESS)).toBeNull();
    await user.click(power());
    await waitFor(() => expect(power()).toBeChecked());
    expect(backend.startGateway).toHaveBeenCalledOnce();
  });

  it("shows why the gateway could not start, and what to do", async () => {
    await backend.prepare("occupyPort");
    const { user } = await renderGateway();
    await user.click(power());
    const failed = await screen.findByTestId("gateway-failed");
    expect(failed).toHaveTextContent("The gateway is not running. Cannot listen on 127.0.0.1:7411: Address already in use (os error 98). If the port is taken, choose another port below, then try again.");
    expect(power()).not.toBeChecked();
    await backend.prepare("freePort");
    await user.click(within(failed).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(power()).toBeChecked());
    expect(screen.queryByTestId("gateway-failed")).toBeNull();
  });

  it("shows why the gateway offers no tools although it is on", async () => {
    await backend.prepare("buildToolset", READING);
    await backend.prepare("setGateway", { ...SETTINGS, toolset: "reading" });
    await backend.prepare("startGateway");
    await backend.prepare("deleteToolset", { name: "reading" });
    await renderGateway();
    expect(screen.getByTestId("gateway-failed")).toHaveTextContent(
      "The gateway offers no tools. There is no toolset named reading. Choose another environment or toolset above.",
    );
    expect(power()).toBeChecked();
  });

  it("shows what failed, and reloads the state", async () => {
    const { user } = await renderRunning();
    backend.stopGateway.mockRejectedValueOnce(new BackendError("internal", "it does not end", "Try again."));
    await user.click(power());
    expect(await screen.findByTestId("toast")).toHaveTextContent("It does not end");
    expect(power()).toBeChecked();
  });

  it("is disabled while the store is read-only", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another Hintsmith holds the store" }));
    await renderRunning();
    expect(power()).toBeDisabled();
    expect(screen.getByTestId("gateway-port")).toBeDisabled();
    expect(screen.getByTestId("gateway-toolset")).toBeDisabled();
  });
});

describe("polling", () => {
  it("shows changes", async () => {
    await renderRunning();
    await backend.prepare("connectClients", { clients: [{ ...CODEX, name: "Zed", calls: 7 }] });
    expect(await section("clients").findByText("Zed")).toBeVisible();
  });

  it("keeps the last state with a notice if a refresh fails", async () => {
    const app = await renderRunning();
    backend.gateway.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    await refetchGateway(app);
    expect(await screen.findByText(/^Could not refresh the gateway, so this page may be outdated/)).toHaveTextContent("The store is busy. Wait a moment.");
    expect(section("clients").getByText("Codex")).toBeVisible();
  });

  it("shows what failed if nothing could be loaded, and retries", async () => {
    const answer = backend.gateway.getMockImplementation() as () => Promise<GatewayView>;
    backend.gateway.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    const { user } = renderApp({ view: "gateway" });
    expect(await screen.findByText("Could not load the gateway")).toBeVisible();
    expect(await violations()).toEqual([]);
    backend.gateway.mockImplementation(answer);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByTestId("gateway-address")).toBeVisible();
  });
});

describe("approval", () => {
  it("is requested by Hintsmith or by the clients, with undo", async () => {
    const { user } = await renderGateway();
    await user.click(section("address").getByRole("button", { name: "Approval: Hintsmith asks" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Clients ask" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ asks: false }));
    expect(screen.getByTestId("gateway-asks")).toHaveTextContent("Clients ask");
    await user.click(await screen.findByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ asks: true }));
  });
});

describe("settings", () => {
  it("change the environment, with undo", async () => {
    const { user } = await renderGateway();
    await user.click(screen.getByRole("button", { name: "Environment: base" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "prod" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ environment: "prod", port: 7411 }));
    expect(screen.getByTestId("gateway-environment")).toHaveTextContent("prod");
    await user.click(await screen.findByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ environment: null }));
    expect(screen.getByTestId("gateway-environment")).toHaveTextContent("base");
  });

  it("choose a toolset or the active one", async () => {
    await backend.prepare("buildToolset", READING);
    await backend.prepare("setGateway", { ...SETTINGS, toolset: "reading" });
    await backend.prepare("deleteToolset", { name: "reading" });
    const { user } = await renderGateway();
    await user.click(screen.getByRole("button", { name: "Toolset: reading" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "active toolset (all tools)" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ toolset: null }));
  });

  it("hide changed tools", async () => {
    const { user } = await renderGateway();
    await user.click(screen.getByTestId("gateway-changed"));
    await user.click(await screen.findByRole("menuitemradio", { name: "Hide until reviewed" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ changed: "hidden" }));
  });

  it("revert if the change fails", async () => {
    const { user } = await renderGateway();
    backend.setGateway.mockRejectedValueOnce(new BackendError("internal", "the store is busy", "Wait a moment."));
    await user.click(screen.getByRole("switch", { name: "Log argument values" }));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The store is busy");
    await waitFor(() => expect(screen.getByRole("switch", { name: "Log argument values" })).not.toBeChecked());
  });

  it("warn that values may contain secrets", async () => {
    const { user } = await renderGateway();
    await user.hover(screen.getByRole("button", { name: "About logging argument values" }));
    expect(await screen.findByRole("tooltip")).toHaveTextContent(/passwords/);
  });
});

describe("the address", () => {
  it("and the command are copied", async () => {
    const { user } = await renderRunning();
    await user.click(screen.getByRole("button", { name: "Copy address" }));
    expect(await navigator.clipboard.readText()).toBe(ADDRESS);
    await user.click(screen.getByRole("button", { name: "Copy command" }));
    expect(await navigator.clipboard.readText()).toBe("hintsmith gateway --ask");
  });

  it("never shows the token, and copies it only when asked", async () => {
    const { user } = await renderRunning();
    expect(section("address").getByText("4f2a")).toBeVisible();
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(backend.gatewayToken).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(TOKEN));
  });

  it("shows an error if the token could not be loaded", async () => {
    const { user } = await renderRunning();
    backend.gatewayToken.mockRejectedValueOnce(new BackendError("internal", "the file cannot be read", "Make a new one."));
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The file cannot be read");
  });

  it("gets a new token only after a confirmation that explains the effect", async () => {
    const { user } = await renderRunning();
    await user.click(screen.getByTestId("address-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Create new token…" }));
    const dialog = await screen.findByRole("dialog", { name: "Create a new token?" });
    expect(dialog).toHaveTextContent("The old token stops working.");
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(backend.newGatewayToken).not.toHaveBeenCalled();
    await user.click(screen.getByTestId("address-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Create new token…" }));
    await user.click(await screen.findByTestId("confirm-token"));
    expect(await section("address").findByText("91cc")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("changes its port when the user types a valid one", async () => {
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
  it("are listed with transport, activity and number of calls", async () => {
    await renderRunning();
    const items = section("clients").getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^VS Code 3 calls1\.106 · HTTP · idle for 13 min$/),
      expect.stringMatching(/^Claude Code 18 calls2\.1 · HTTP · since (\d+ \w+ )?\d\d:\d\d$/),
      expect.stringMatching(/^Codex 42 calls0\.63 · stdio · since (\d+ \w+ )?\d\d:\d\d$/),
      expect.stringMatching(/^Unnamed client 1 callconnected to demo · since (\d+ \w+ )?\d\d:\d\d$/),
    ]);
  });

  it("show their names with hidden characters as codes", async () => {
    await backend.prepare("connectClients", { clients: [{ ...CODEX, name: "Co\u202edex<b>", version: "1\u200b" }] });
    await renderGateway();
    expect(section("clients").getByRole("listitem")).toHaveTextContent("CoU+202Edex<b>");
  });

  it("that are identical are listed separately", async () => {
    await backend.prepare("connectClients", { clients: [CODEX, CODEX] });
    const errors = vi.spyOn(console, "error");
    await renderGateway();
    expect(section("clients").getAllByRole("listitem")).toHaveLength(2);
    expect(errors).not.toHaveBeenCalled();
  });

  it("are configured with address and token, with a warning", async () => {
    await backend.prepare("startGateway");
    const { user } = await renderGateway();
    expect(section("clients").getByText(/with the token, which gives access to your tools/)).toBeVisible();
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

  it("show their state, the number of served tools, and the message of a failure", async () => {
    backend.amend("gateway", (view) => ({
      ...view,
      servers: [DEMO, WAITING, { ...DEMO, name: "weather", state: { is: "connecting" } }, ...view.servers],
    }));
    await renderRunning();
    expect(screen.getByRole("heading", { name: "Upstream servers 1 of 6 connected" })).toBeVisible();
    const items = section("servers").getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      "demo ReadyApproval…Restartstdio · 2 of 7 tools served",
      "github RestartingApproval…Retry nowAttempt 3, next in 8 sConnect ETIMEDOUT api.github.example:443",
      "weather Connecting…Approval…Restartstdio · 2 of 7 tools served",
      "demo IdleApproval…7 of 7 tools served · connects on demand",
      "jira Needs sign-inApproval…Sign in…Sign in to serve its tools",
      "saved ExcludedApproval…DetailsA saved list cannot be called",
    ]);
  });

  it("serve nothing while the gateway is off", async () => {
    await renderGateway();
    expect(screen.getByRole("heading", { name: "Upstream servers 3" })).toBeVisible();
    expect(section("servers").getAllByRole("listitem")[0]).toHaveTextContent(/^demo Approval…Would serve 7 of 7 tools$/);
  });

  it("are retried at once, and the button keeps the focus", async () => {
    amend({ servers: [WAITING] });
    const { user } = await renderRunning();
    const button = screen.getByRole("button", { name: "Retry github now" });
    amend({ servers: [{ ...WAITING, state: { is: "connecting" } }] });
    await user.click(button);
    expect(backend.restartServed).toHaveBeenCalledExactlyOnceWith("github");
    await waitFor(() => expect(button).toHaveAccessibleName("Restart github"));
    expect(button).toHaveFocus();
  });

  it("offer the sign-in", async () => {
    backend.signIn.mockReturnValueOnce(new Promise(() => {}));
    const { user } = await renderRunning();
    await user.click(screen.getByRole("button", { name: "Sign in to jira…" }));
    expect(backend.signIn).toHaveBeenCalledExactlyOnceWith({ server: "jira" });
    expect(screen.getByRole("button", { name: "Sign in to jira…" })).toHaveTextContent("Waiting…");
  });

  it("in large numbers are virtualized", async () => {
    amend({ servers: Array.from({ length: 300 }, (_, index) => ({ ...DEMO, name: `server-${index}` })) });
    await renderRunning();
    const items = section("servers").getAllByRole("listitem");
    expect(items.length).toBeLessThan(40);
    expect(items[0]).toHaveAttribute("aria-setsize", "300");
  });
});

describe("from other pages", () => {
  it("the gateway is opened by its shortcut, and is in the list of shortcuts", async () => {
    const { user } = renderApp();
    await screen.findAllByTestId("card");
    await user.keyboard("{Control>}8{/Control}");
    expect(await screen.findByRole("heading", { name: "Gateway", level: 1 })).toBeVisible();
    await user.keyboard("?");
    const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(list).getByRole("heading", { name: "Gateway" })).toBeVisible();
  });

  it("the gateway is started, copied and stopped by commands, which report the result", async () => {
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
