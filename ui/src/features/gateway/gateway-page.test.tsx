// The gateway page over a fake backend: switching, settings, address and token, clients and servers.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../../test/axe";
import { ADDRESS, busyGateway, clientOf, FakeGateway, servedOf, TOKEN } from "../../../test/fake-gateway";
import type { FakeWindow } from "../../../test/fake-window";
import { fakeWindow } from "../../../test/fake-window";
import { fake } from "../../../test/mock-backend";
import { renderApp } from "../../../test/render-app";
import type { GatewayView } from "../../backend";
import { BackendError } from "../../backend/error";

let backend: FakeWindow;
beforeEach(() => {
  backend = fakeWindow();
  backend.behind.gateway = busyGateway();
  fake.current = backend;
});

async function renderGateway() {
  const app = renderApp({ view: "gateway" });
  await screen.findByTestId("gateway-address");
  return app;
}
const view = (over: Partial<GatewayView>) => {
  backend.behind.gateway.view = { ...backend.behind.gateway.view, ...over };
};
const asked = (app: { client: { refetchQueries: (filter: { queryKey: string[] }) => Promise<void> } }) =>
  app.client.refetchQueries({ queryKey: ["gateway"] });
const power = () => screen.getByTestId("gateway-switch");
const section = (name: string) => within(screen.getByTestId(`gateway-${name}`));

describe("the switch", () => {
  it("says since when it is on, here and in the sidebar", async () => {
    await renderGateway();
    expect(power()).toBeChecked();
    expect(screen.getByTestId("gateway-state")).toHaveTextContent(/^since (\d+ \w+ )?\d\d:\d\d · edits reach clients at once$/);
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent("GatewayOn");
  });

  it("stops it and starts it", async () => {
    const { user } = await renderGateway();
    await user.click(power());
    await waitFor(() => expect(power()).not.toBeChecked());
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent(/^Gateway$/);
    expect(section("address").queryByText(ADDRESS)).toBeNull();
    await user.click(power());
    await waitFor(() => expect(power()).toBeChecked());
    expect(backend.startGateway).toHaveBeenCalledOnce();
  });

  it("says why it could not start, and what to do", async () => {
    backend.behind.gateway = new FakeGateway();
    backend.behind.gateway.taken = "127.0.0.1:7411 is taken by another program";
    const { user } = await renderGateway();
    await user.click(power());
    const failed = await screen.findByTestId("gateway-failed");
    expect(failed).toHaveTextContent("127.0.0.1:7411 is taken by another program. Choose another port");
    expect(power()).not.toBeChecked();
    backend.behind.gateway.taken = null;
    await user.click(within(failed).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(power()).toBeChecked());
    expect(screen.queryByTestId("gateway-failed")).toBeNull();
  });

  it("says why it offers no tools although it is on", async () => {
    view({ failed: "there is no toolset named reading" });
    await renderGateway();
    expect(screen.getByTestId("gateway-failed")).toHaveTextContent(
      "No tools are offered. There is no toolset named reading. Choose another one above.",
    );
    expect(power()).toBeChecked();
  });

  it("says what failed when the act itself fails, and asks again how it stands", async () => {
    const { user } = await renderGateway();
    backend.stopGateway.mockRejectedValueOnce(new BackendError("internal", "it does not end", "Try again."));
    await user.click(power());
    expect(await screen.findByTestId("toast")).toHaveTextContent("It does not end");
    expect(power()).toBeChecked();
  });

  it("cannot be used while another program holds the store", async () => {
    const { catalog } = backend;
    fake.current = { ...backend, catalog: async () => ({ ...(await catalog()), readOnly: "another Hintsmith holds the store" }) };
    await renderGateway();
    expect(power()).toBeDisabled();
    expect(screen.getByTestId("gateway-port")).toBeDisabled();
    expect(screen.getByTestId("gateway-toolset")).toBeDisabled();
  });
});

describe("what is asked again and again", () => {
  it("shows what changed without being asked to", async () => {
    await renderGateway();
    view({ clients: [clientOf({ name: "Zed", calls: 7 })] });
    expect(await section("clients").findByText("Zed")).toBeVisible();
  });

  it("keeps what is shown when it cannot be read any more, and says so", async () => {
    const app = await renderGateway();
    backend.gateway.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    await asked(app);
    expect(await screen.findByText(/this may be old/)).toHaveTextContent("The store is busy. Wait a moment.");
    expect(section("clients").getByText("Codex")).toBeVisible();
  });

  it("says what failed when it cannot be read at all, and tries again", async () => {
    backend.gateway.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    const { user } = renderApp({ view: "gateway" });
    expect(await screen.findByText("The gateway could not be read")).toBeVisible();
    expect(await violations()).toEqual([]);
    backend.gateway.mockImplementation(async () => backend.behind.gateway.view);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByTestId("gateway-address")).toBeVisible();
  });
});

describe("calls", () => {
  it("are asked about here, or by the clients themselves, and the way back is offered", async () => {
    const { user } = await renderGateway();
    await user.click(section("address").getByRole("button", { name: "Calls: Asked about here" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Clients ask themselves" }));
    await waitFor(() => expect(backend.behind.gateway.view.settings.asks).toBe(false));
    expect(screen.getByTestId("gateway-asks")).toHaveTextContent("Clients ask themselves");
    await user.click(await screen.findByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.behind.gateway.view.settings.asks).toBe(true));
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
    await waitFor(() => expect(backend.behind.gateway.view.settings.environment).toBeNull());
    expect(screen.getByTestId("gateway-environment")).toHaveTextContent("base");
  });

  it("is a toolset or what is equipped", async () => {
    backend.behind.gateway.view.settings.toolset = "gone";
    const { user } = await renderGateway();
    await user.click(screen.getByRole("button", { name: "Toolset: gone" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "as equipped (every tool)" }));
    await waitFor(() => expect(backend.setGateway.mock.lastCall?.[0]).toMatchObject({ toolset: null }));
  });

  it("holds changed tools when that is chosen", async () => {
    const { user } = await renderGateway();
    await user.click(screen.getByTestId("gateway-changed"));
    await user.click(await screen.findByRole("menuitemradio", { name: "Hold until reviewed" }));
    await waitFor(() => expect(backend.behind.gateway.view.settings.changed).toBe("hidden"));
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
    const { user } = await renderGateway();
    await user.click(screen.getByRole("button", { name: "Copy address" }));
    expect(await navigator.clipboard.readText()).toBe(ADDRESS);
    await user.click(screen.getByRole("button", { name: "Copy command" }));
    expect(await navigator.clipboard.readText()).toBe("hintsmith gateway");
  });

  it("never shows the token, and copies it only when asked", async () => {
    const { user } = await renderGateway();
    expect(section("address").getByText("4f2a")).toBeVisible();
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(backend.gatewayToken).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(TOKEN));
  });

  it("says when the token could not be had", async () => {
    const { user } = await renderGateway();
    backend.gatewayToken.mockRejectedValueOnce(new BackendError("internal", "the file cannot be read", "Make a new one."));
    await user.click(screen.getByRole("button", { name: "Copy token" }));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The file cannot be read");
  });

  it("asks before a new token is made, and says what that means", async () => {
    const { user } = await renderGateway();
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
    await renderGateway();
    const items = section("clients").getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Claude Code 18 calls2\.1 · HTTP · since (\d+ \w+ )?\d\d:\d\d$/),
      expect.stringMatching(/^Codex 42 calls0\.63 · stdio · since (\d+ \w+ )?\d\d:\d\d$/),
      expect.stringMatching(/^VS Code 3 calls1\.106 · HTTP · idle for 12 min$/),
      expect.stringMatching(/^Unnamed client 1 callin front of demo · since (\d+ \w+ )?\d\d:\d\d$/),
    ]);
  });

  it("show what they call themselves as text", async () => {
    view({ clients: [clientOf({ name: "Co\u202edex<b>", version: "1\u200b" })] });
    await renderGateway();
    expect(section("clients").getByRole("listitem")).toHaveTextContent("CoU+202Edex<b>");
  });

  it("that are alike are told apart", async () => {
    const twin = clientOf();
    view({ clients: [twin, twin] });
    const complaints = vi.spyOn(console, "error");
    await renderGateway();
    expect(section("clients").getAllByRole("listitem")).toHaveLength(2);
    expect(complaints).not.toHaveBeenCalled();
  });

  it("come by a configuration that holds address and token, and says so", async () => {
    view({ clients: [] });
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
  it("say how they stand, what is served, and the last words of a failure", async () => {
    await renderGateway();
    expect(screen.getByRole("heading", { name: "Upstream servers 1 of 6 ready" })).toBeVisible();
    const items = section("servers").getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      "demo ReadyRestartstdio · 15 of 101 tools served",
      "github RestartingTry nowAttempt 3, next in 8 sconnect ETIMEDOUT api.github.example:443",
      "jira Needs sign-inSign in…The sign-in ended at 09:30",
      "parcels Idle4 of 4 tools served · connects when a client does",
      "weather Connecting…Restartstdio · 12 of 12 tools served",
      "saved Left outDetailsA list from a file has nothing to call",
    ]);
  });

  it("are tried again at once, and the button keeps the focus", async () => {
    const { user } = await renderGateway();
    const button = screen.getByRole("button", { name: "Try github now" });
    await user.click(button);
    expect(backend.restartServed).toHaveBeenCalledExactlyOnceWith("github");
    await waitFor(() => expect(button).toHaveAccessibleName("Restart github"));
    expect(button).toHaveFocus();
  });

  it("are signed in to", async () => {
    const signIn = vi.fn(() => new Promise(() => {}));
    fake.current = { ...backend, signIn };
    const { user } = await renderGateway();
    await user.click(screen.getByRole("button", { name: "Sign in to jira…" }));
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ server: "jira" });
    expect(screen.getByRole("button", { name: "Sign in to jira…" })).toHaveTextContent("Waiting…");
  });

  it("that are very many are drawn as far as they are seen", async () => {
    view({ servers: Array.from({ length: 300 }, (_, index) => servedOf(`server-${index}`)) });
    await renderGateway();
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
    const list = await screen.findByRole("dialog", { name: "Shortcuts" });
    expect(within(list).getByRole("heading", { name: "The gateway" })).toBeVisible();
  });

  it("is started, copied and stopped by commands, which say what came of it", async () => {
    backend.behind.gateway = new FakeGateway();
    const { user } = renderApp();
    await screen.findAllByTestId("card");
    const command = async (words: string) => {
      await user.keyboard("{Control>}k{/Control}");
      await screen.findByTestId("palette");
      await user.keyboard(`${words}{Enter}`);
    };
    await command("start the gateway");
    await waitFor(() => expect(screen.getByTestId("toast")).toHaveTextContent("The gateway is on"));
    expect(screen.getByTestId("nav-gateway")).toHaveTextContent("GatewayOn");
    await command("copy gateway address");
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(ADDRESS));
    await command("stop the gateway");
    await waitFor(() => expect(screen.getByTestId("toast")).toHaveTextContent("The gateway is off"));
    backend.behind.gateway.taken = "the port is taken";
    await command("start the gateway");
    await waitFor(() => expect(screen.getByTestId("toast")).toHaveTextContent("The gateway could not startThe port is taken"));
  });
});
