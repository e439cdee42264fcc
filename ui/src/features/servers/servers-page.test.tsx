// Servers page: labels of every state, details of a server, and its actions.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { SERVER } from "../../../test/literals";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import type { OperationCounts, ServerView, ToolCard } from "../../backend";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useNavigation } from "../../shared/navigation";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("servers");
  fake.current = backend;
  await backend.prepare("scanServer", { server: "notes" });
  // No scan is ever in progress in a recording.
  backend.cancelScan.mockResolvedValue(null);
});

/** Button with the name of a row's server. */
const nameIn = (row: HTMLElement) => row.querySelector("[data-name]") as HTMLElement;
const row = (server: string) => screen.getByTestId(`server-${server}`);
const detail = () => within(screen.getByTestId("server-detail"));

async function openPage(server?: string) {
  const app = renderApp({ view: "servers" });
  await screen.findByTestId("servers");
  if (server) await app.user.click(nameIn(row(server)));
  return app;
}

/** Deferred response of a command. */
function deferred<T>() {
  let release: (value: T) => void = () => {};
  let refuse: (why: unknown) => void = () => {};
  const answer = new Promise<T>((resolve, reject) => {
    release = resolve;
    refuse = reject;
  });
  return { answer, release: (value: T) => release(value), refuse: (why: unknown) => refuse(why) };
}

describe("the list", () => {
  it.each([
    ["notes", ["Ready", "2", "2025-11-25 · handshake", "120 ms", "1 minute ago"]],
    ["github", ["Ready", "2026-07-28 · stateless", "120 ms", "1 minute ago"]],
    ["jira", ["Needs sign-in", "never"]],
    ["weather", ["Failed", "outdated tools", "1 minute ago"]],
    ["saved", ["Off"]],
    ["parcels", ["Not scanned yet"]],
  ])("shows the state of %s", async (server, texts) => {
    await openPage();
    for (const text of texts) expect(row(server)).toHaveTextContent(text);
  });

  it("warns about a server that the active toolset hides, and leads to the toolset", async () => {
    const daily = { name: "daily", description: null, tools: 1, missing: 0, tokens: 90, notes: 0, active: true, activeIn: ["base"], hiddenServers: ["notes"], addedAt: "2026-09-12T09:00:00Z" };
    backend.amend("catalog", (catalog) => ({ ...catalog, toolsets: [daily] }));
    const { user } = await openPage("github");
    expect(detail().queryByText("Hidden from clients")).toBeNull();
    await user.click(nameIn(row("notes")));
    expect(detail().getByText(/None of its tools is in the active toolset/)).toHaveTextContent("daily. Add tools of this server to the toolset, or deactivate the toolset.");
    await user.click(detail().getByRole("button", { name: "Open toolset" }));
    expect(useNavigation.getState()).toMatchObject({ view: "toolset", toolset: "daily" });
  });

  it("counts the malformed tools of the last scan, and shows them", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, cards: catalog.cards.map((card) => ({ ...card, problems: card.server === "notes" && card.name === "get_note" ? 2 : 0 })) }));
    backend.search.mockReturnValue(new Promise(() => {}));
    backend.tool.mockReturnValue(new Promise(() => {}));
    const { user } = await openPage("notes");
    expect(screen.getByTestId("malformed")).toHaveTextContent("1 tool");
    await user.click(detail().getByRole("button", { name: "Show malformed tools" }));
    expect(useNavigation.getState().view).toBe("catalog");
    expect(useCatalogFilter.getState()).toMatchObject({ server: "notes", query: "has:problem" });
  });

  describe("problems of the last scan", () => {
    const problems = [{ tool: "", field: "paths./notes.trace", message: "is not a method\u202e" }, { tool: "get_note", field: "inputSchema", message: "is a list" }];
    const items = async () => within(await screen.findByTestId("scan-problems")).getAllByRole("listitem").map((item) => item.textContent);

    it("are listed also if the scan was before this start, with those of a document, which belong to no tool", async () => {
      backend.scanProblems.mockImplementation(async ({ server }) => (server === "notes" ? problems : []));
      const { user } = await openPage("notes");
      expect(await items()).toEqual([expect.stringMatching(/^paths.\/notes.trace is not a method.*U\+202E/), "get_note inputSchema is a list"]);
      await user.click(nameIn(row("github")));
      await waitFor(() => expect(backend.scanProblems).toHaveBeenCalledWith({ server: "github" }));
      expect(screen.queryByTestId("scan-problems")).toBeNull();
    });

    it("are loaded again after a scan", async () => {
      const { user } = await openPage("notes");
      await waitFor(() => expect(backend.scanProblems).toHaveBeenCalledWith({ server: "notes" }));
      expect(screen.queryByTestId("scan-problems")).toBeNull();
      backend.scanServer.mockResolvedValueOnce({ server: { ...SERVER, name: "notes" }, added: 0, changed: 0, removed: 0, changes: [], problems: [] });
      backend.scanProblems.mockResolvedValue(problems.slice(1));
      await user.click(detail().getByRole("button", { name: "Scan again" }));
      expect(await items()).toEqual(["get_note inputSchema is a list"]);
    });

    it("that cannot be loaded are an error", async () => {
      backend.scanProblems.mockRejectedValue(new Error("the disk is full"));
      await openPage("notes");
      const section = (await detail().findByRole("heading", { name: "Problems in the last scan" })).closest("section");
      expect(section).toHaveTextContent("The disk is full");
    });
  });

  it("marks the servers with an open connection", async () => {
    backend.amend("catalog", ({ servers, ...catalog }) => ({ ...catalog, servers: servers.map((server) => ({ ...server, live: server.name === "notes" })) }));
    await openPage();
    expect(row("notes")).toHaveTextContent("live");
    expect(row("github")).not.toHaveTextContent("live");
  });

  it("moves up and down with the arrow keys", async () => {
    const app = await openPage("github");
    await app.user.keyboard("{ArrowDown}");
    expect(screen.getByTestId("server-detail")).toHaveAttribute("data-server", "jira");
    expect(nameIn(row("jira"))).toHaveFocus();
  });

  it("is reached from a server's menu in the sidebar", async () => {
    const app = renderApp();
    await app.user.click(await screen.findByRole("button", { name: "Actions for shop" }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Details" }));
    expect(await screen.findByTestId("server-detail")).toHaveAttribute("data-server", "shop");
  });

  it("shows in the sidebar what a server needs", async () => {
    await openPage();
    expect(screen.getByTestId("nav-server-jira")).toHaveTextContent("Sign in");
    expect(screen.getByTestId("nav-server-saved")).toHaveTextContent("Off");
    expect(screen.getByTestId("nav-server-weather")).toHaveTextContent("Failed");
  });

  it.each(["notes", "github", "jira", "weather", "saved"])("has no accessibility violations with %s selected", async (server) => {
    await openPage(server);
    if (server === "notes") await detail().findByText(/starting/);
    expect(await violations()).toEqual([]);
  });
});

describe("a server without tools in the catalog", () => {
  it.each([
    ["saved", "This server is off"],
    ["parcels", "This server has not been scanned yet"],
  ])("%s shows: %s", async (server, title) => {
    const app = renderApp();
    await app.user.click(await screen.findByTestId(`nav-server-${server}`));
    expect(await screen.findByText(title)).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: "Show details" }));
    expect(await screen.findByTestId("server-detail")).toHaveAttribute("data-server", server);
  });
});

describe("the details", () => {
  it("show every part of the command, secrets as dots, and warnings", async () => {
    await openPage("weather");
    for (const part of ["npx", "-y", "weather-mcp", "--api-key=••••••", "/usr/share"]) {
      expect(detail().getByText(part)).toBeInTheDocument();
    }
    expect(detail().getByText("WEATHER_TOKEN").closest("li")).toHaveTextContent("WEATHER_TOKEN=••••••in the secret store");
    expect(detail().getByText("NODE_OPTIONS").closest("li")).toHaveTextContent("changes what Node.js loads or trusts");
  });

  it("show how many parameters have a description", async () => {
    await openPage("notes");
    expect(await detail().findByTestId("coverage")).toHaveTextContent("1 of 2 parameters has a description");
  });

  it("show what failed, what to do, and how old the tools are", async () => {
    await openPage("weather");
    expect(detail().getByText(/exited with code 127/)).toBeInTheDocument();
    expect(detail().getByText(/^Check its last output/)).toBeInTheDocument();
    expect(detail().getByText("Showing 1 tool from the last successful scan, 1 minute ago.")).toBeInTheDocument();
  });

  it("show standard error with hidden characters as codes, and reload it", async () => {
    const app = await openPage("notes");
    expect(await detail().findByLabelText("Standard error output")).toHaveTextContent("readyU+202E");
    backend.serverOutput.mockResolvedValueOnce([]);
    await app.user.click(detail().getByRole("button", { name: "Reload standard error" }));
    expect(await detail().findByText("No output")).toBeInTheDocument();
  });

  it("show where the operations of a document are called, with which credentials, or that they are not", async () => {
    const { unmount } = await openPage("shop");
    expect(detail().getByText("Base URL").nextElementSibling).toHaveTextContent("None. The tools are listed, but cannot be called.");
    unmount();
    const variables = [{ name: "apiKey", value: "••••••", secret: true, danger: null }];
    const api = { baseUrl: "https://api.example.com/v1", variables };
    backend.amend("catalog", (catalog) => ({
      ...catalog,
      servers: catalog.servers.map((server) => (server.name === "shop" ? { ...server, connection: { ...server.connection, ...api } } : server)),
    }));
    await openPage("shop");
    expect(detail().getByText("Base URL").nextElementSibling).toHaveTextContent("https://api.example.com/v1");
    expect(detail().getByText("apiKey").closest("li")).toHaveTextContent("apiKey=••••••in the secret store");
  });

  it("show why the tool list is incomplete, and the time of the sign-in", async () => {
    await openPage("github");
    expect(detail().getByText(/more than 10000 tools/i)).toBeInTheDocument();
    expect(detail().getAllByText("1 minute ago")).toHaveLength(2); // last scan, and sign-in
    expect(detail().queryByText("Standard error")).toBeNull();
  });
});

describe("inference settings", () => {
  const segment = (name: string) => detail().getByRole("radio", { name });

  it("change at once, are saved, and are undone from the toast", async () => {
    const app = await openPage("shop");
    const gate = deferred<never>();
    backend.setServerSettings.mockImplementationOnce(() => gate.answer);
    await app.user.click(segment("Broad"));
    expect(segment("Broad")).toBeChecked();
    gate.refuse(new Error("the disk is full"));
    await waitFor(() => expect(segment("Narrow")).toBeChecked());

    await app.user.click(segment("External system"));
    await screen.findByText("Open-world set to External system for shop");
    await app.user.click(within(screen.getByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(segment("By tool")).toBeChecked());
    expect(backend.setServerSettings.mock.calls.map(([input]) => input.settings.openWorld)).toEqual(["byTool", "external", "byTool"]);
  });
});

describe("trust in HTTP methods", () => {
  it("is off, and turned on only after the loosened tools are confirmed", async () => {
    const app = await openPage("shop");
    const trust = detail().getByRole("switch", { name: "Trust HTTP methods" });
    expect(trust).not.toBeChecked();
    const example = { server: "shop", tool: "list_orders\u202e", summary: "read-only Yes, by the HTTP method GET" };
    backend.methodTrustLoosening.mockResolvedValueOnce({ tools: 1, examples: [example] });
    await app.user.click(trust);
    const loosened = await detail().findByTestId("loosening");
    expect(loosened).toHaveTextContent("This loosens 1 toolClients treat it as less dangerous and may then call it without asking you.shop.list_ordersU+202E: read-only Yes, by the HTTP method GET");
    expect(backend.trustMethods).not.toHaveBeenCalled();
    expect(trust).not.toBeChecked();
    await app.user.click(within(loosened).getByRole("checkbox"));
    await waitFor(() => expect(trust).toBeChecked());
    expect(backend.trustMethods).toHaveBeenCalledExactlyOnceWith({ server: "shop", trusted: true, loosen: true });
    await screen.findByText("HTTP methods of shop are trusted");
    await app.user.click(within(screen.getByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(trust).not.toBeChecked());
  });
});

describe("actions", () => {
  it("scan again, and stop the scan", async () => {
    const app = await openPage("notes");
    const gate = deferred<never>();
    backend.scanServer.mockImplementationOnce(() => gate.answer);
    await app.user.click(detail().getByTestId("read-again"));
    expect(row("notes")).toHaveTextContent("Connecting…");
    await app.user.click(detail().getByTestId("stop-server"));
    expect(backend.cancelScan).toHaveBeenCalledExactlyOnceWith({ server: "notes" });
    const { BackendError } = await import("../../backend/error");
    await act(async () => gate.refuse(new BackendError("cancelled", "stopped", "")));
    expect(row("notes")).toHaveTextContent("Ready");
    expect(screen.queryByTestId("toast")).toBeNull();
  });

  it("scan a server from its row, unless it is off", async () => {
    const app = await openPage("jira");
    backend.scanServer.mockImplementationOnce(() => new Promise(() => {}));
    expect(within(row("saved")).getByRole("button", { name: "Scan saved" })).toBeDisabled();
    await app.user.click(within(row("notes")).getByRole("button", { name: "Scan notes" }));
    expect(backend.scanServer).toHaveBeenCalledExactlyOnceWith({ server: "notes" });
    expect(within(row("notes")).queryByRole("button", { name: "Scan notes" })).toBeNull();
  });

  it("scan a failed server again, edit or remove it, in the catalog", async () => {
    backend.secrets.mockReturnValue(new Promise(() => {}));
    const app = renderApp();
    await app.user.click(await screen.findByTestId("nav-server-jira"));
    const panel = within(await screen.findByTestId("server-failure"));
    backend.scanServer.mockImplementationOnce(() => new Promise(() => {}));
    await app.user.click(panel.getByRole("button", { name: "Edit…" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent("jira");
    await app.user.keyboard("{Escape}");
    await app.user.click(panel.getByRole("button", { name: "Remove…" }));
    expect(await screen.findByRole("dialog", { name: "Remove jira?" })).toBeVisible();
    await app.user.keyboard("{Escape}");
    await app.user.click(panel.getByRole("button", { name: "Scan again" }));
    expect(backend.scanServer).toHaveBeenCalledExactlyOnceWith({ server: "jira" });
  });

  it("turn a server off, with undo; a server that is off cannot be scanned", async () => {
    const app = await openPage("notes");
    await app.user.click(detail().getByRole("button", { name: "Turn off" }));
    await waitFor(() => expect(row("notes")).toHaveTextContent("Off"));
    expect(detail().getByTestId("read-again")).toBeDisabled();
    await app.user.click(within(await screen.findByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(row("notes")).toHaveTextContent("Ready"));
  });

  it("remove a server only after a confirmation", async () => {
    const app = await openPage("shop");
    await app.user.click(detail().getByRole("button", { name: "Remove…" }));
    expect(backend.removeServer).not.toHaveBeenCalled();
    await app.user.click(screen.getByTestId("confirm-remove"));
    await waitFor(() => expect(screen.queryByTestId("server-shop")).toBeNull());
    expect(screen.getByTestId("servers")).toBeInTheDocument();
  });

  it("scan all servers that are on, and stop one of the scans", async () => {
    const app = await openPage();
    const gates = new Map<string, ReturnType<typeof deferred<never>>>();
    backend.scanServer.mockImplementation(({ server }) => {
      const gate = deferred<never>();
      gates.set(server, gate);
      return gate.answer;
    });
    await app.user.click(screen.getByRole("button", { name: "Scan all" }));
    expect([...gates.keys()]).toEqual(["github", "jira", "notes", "parcels", "shop", "weather"]);
    expect(screen.getByText("Scanning 6 servers…")).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: "Stop scan of weather" }));
    expect(backend.cancelScan).toHaveBeenCalledExactlyOnceWith({ server: "weather" });
    const { BackendError } = await import("../../backend/error");
    await act(async () => gates.get("weather")?.refuse(new BackendError("cancelled", "stopped", "")));
    expect(screen.getByText("Scanning 5 servers…")).toBeInTheDocument();
    await app.user.click(screen.getByRole("button", { name: "Stop all" }));
    expect(backend.cancelScan.mock.calls.map(([{ server }]) => server).slice(1)).toEqual(["github", "jira", "notes", "parcels", "shop"]);
  });
});

describe("signing in", () => {
  it("waits for the browser, then scans", async () => {
    const app = await openPage("jira");
    const answer = backend.signIn.getMockImplementation() as typeof backend.signIn;
    const gate = deferred<undefined>();
    backend.signIn.mockImplementationOnce(async (key) => {
      await gate.answer;
      return answer(key);
    });
    backend.scanServer.mockImplementationOnce(async ({ server }) => {
      await backend.prepare("sendTools", { server, tools: [{ name: "create_issue" }] });
      const view = (await backend.catalog()).servers.find(({ name }) => name === server) as ServerView;
      return { server: view, added: 1, changed: 0, removed: 0, changes: [], problems: [] };
    });
    await app.user.click(detail().getByTestId("sign-in"));
    expect(row("jira")).toHaveTextContent("Waiting for your browser…");
    expect(backend.scanServer).not.toHaveBeenCalled();
    await act(async () => gate.release(undefined));
    await waitFor(() => expect(row("jira")).toHaveTextContent("Ready"));
    expect(backend.scanServer).toHaveBeenCalledExactlyOnceWith({ server: "jira" });
  });

  it("can be cancelled, and no scan follows", async () => {
    const app = await openPage("jira");
    const gate = deferred<never>();
    backend.signIn.mockImplementationOnce(() => gate.answer);
    await app.user.click(detail().getByTestId("sign-in"));
    await app.user.click(detail().getByRole("button", { name: "Cancel sign-in" }));
    expect(backend.cancelScan).toHaveBeenCalledExactlyOnceWith({ server: "jira" });
    const { BackendError } = await import("../../backend/error");
    await act(async () => gate.refuse(new BackendError("cancelled", "stopped", "")));
    expect(row("jira")).toHaveTextContent("Needs sign-in");
    expect(backend.scanServer).not.toHaveBeenCalled();
  });

  it("shows what went wrong and what to do", async () => {
    const app = await openPage("jira");
    const { BackendError } = await import("../../backend/error");
    backend.signIn.mockRejectedValueOnce(new BackendError("server", "jira: it was refused", "Sign in again and allow it."));
    await app.user.click(detail().getByTestId("sign-in"));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Jira: it was refused");
    expect(toast).toHaveTextContent("Sign in again and allow it.");
  });

  it("is offered in the catalog of the server", async () => {
    const app = renderApp();
    await app.user.click(await screen.findByTestId("nav-server-jira"));
    const panel = await screen.findByTestId("server-failure");
    expect(panel).toHaveTextContent("jira requires sign-in");
    backend.signIn.mockReturnValueOnce(new Promise(() => {}));
    await app.user.click(within(panel).getByRole("button", { name: "Sign in…" }));
    expect(backend.signIn).toHaveBeenCalledExactlyOnceWith({ server: "jira" });
  });

  it("is not offered for a server with a configured token", async () => {
    const token = { name: "authorization", value: "Bearer ••••••", secret: true, danger: null };
    backend.amend("catalog", (catalog) => ({
      ...catalog,
      servers: catalog.servers.map((server) => (server.name === "jira" ? { ...server, connection: { ...server.connection, variables: [token] } } : server)),
    }));
    await openPage("jira");
    expect(detail().getByTestId("read-again")).toBeInTheDocument();
    expect(detail().queryByTestId("sign-in")).toBeNull();
  });

  it("is offered again after signing out", async () => {
    const app = await openPage("github");
    await app.user.click(detail().getByRole("button", { name: "Sign out" }));
    expect(await detail().findByTestId("sign-in")).toBeInTheDocument();
  });
});

describe("trust", () => {
  it("is off by default, saved at once, and can be undone", async () => {
    const { user } = await openPage("github");
    const trust = () => detail().getByRole("switch", { name: "Trust this server" });
    expect(trust()).not.toBeChecked();
    await user.click(trust());
    expect(trust()).toBeChecked();
    expect(backend.trustServer).toHaveBeenLastCalledWith({ server: "github", trusted: true });
    expect(await screen.findByText("github is trusted")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(backend.trustServer).toHaveBeenLastCalledWith({ server: "github", trusted: false }));
    await waitFor(() => expect(trust()).not.toBeChecked());
    act(() => detail().getByRole("button", { name: "About trusting a server" }).focus());
    expect((await screen.findAllByText(/^Hintsmith fetches and shows the server’s icons/)).length).toBeGreaterThan(0);
  });

  it("reverts when the change fails", async () => {
    const { user } = await openPage("github");
    backend.trustServer.mockRejectedValueOnce(new Error("no"));
    await user.click(detail().getByRole("switch", { name: "Trust this server" }));
    await waitFor(() => expect(detail().getByRole("switch", { name: "Trust this server" })).not.toBeChecked());
  });
});

describe("the choice of operations", () => {
  const gains = async (operations: OperationCounts) => {
    const baseUrl = "https://api.example.com/v1";
    backend.amend("catalog", (catalog) => ({
      ...catalog,
      servers: catalog.servers.map((server) => (server.name === "shop" ? { ...server, operations, connection: { ...server.connection, baseUrl } } : server)),
    }));
    return openPage("shop");
  };

  it("is shown beside the number of tools", async () => {
    await gains({ total: 1050, chosen: 12, newCount: 0, new: [] });
    expect(row("shop")).toHaveTextContent("1 of 1,050 operations");
    expect(detail().getByRole("status")).toHaveTextContent("1 tool· 12 of 1,050 operations");
    expect(screen.queryByTestId("new-operations")).toBeNull();
    expect(row("notes")).not.toHaveTextContent("operations");
  });

  it("can be changed from a notice about operations that the document has gained", async () => {
    backend.listOperations.mockReturnValue(new Promise(() => {}));
    backend.cancelListOperations.mockResolvedValue(null);
    const { user } = await gains({ total: 1050, chosen: 12, newCount: 22, new: ["refund", "list\u202e"] });
    const notice = screen.getByTestId("new-operations");
    expect(notice).toHaveTextContent("22 operations were added to the document since you chose: refund, listU+202E and 20 more. Choose operations…");
    expect(await violations()).toEqual([]);
    await user.click(within(notice).getByRole("button", { name: "Choose operations…" }));
    expect(await screen.findByRole("dialog", { name: "Choose operations" })).toBeVisible();
    expect(backend.listOperations.mock.calls.map(([{ name }]) => name)).toEqual(["shop"]);
  });
});

describe("trying a tool", () => {
  const tryTool = () => detail().queryByRole("button", { name: "Try a tool…" });

  it("opens the first read-only tool that is not malformed", async () => {
    backend.runner.mockReturnValue(new Promise(() => {}));
    backend.amend("catalog", (catalog) => {
      const [card] = catalog.cards.filter(({ server }) => server === "notes") as [ToolCard];
      const cards = [
        { ...card, name: "delete_note", behaviour: "destructive" as const },
        { ...card, name: "odd_note", behaviour: "safe" as const, problems: 1 },
        { ...card, name: "list_notes", behaviour: "safe" as const },
      ];
      return { ...catalog, cards: [...catalog.cards.filter(({ server }) => server !== "notes"), ...cards] };
    });
    const { user } = await openPage("notes");
    await user.click(tryTool() as HTMLElement);
    expect(useNavigation.getState()).toMatchObject({ dialog: { kind: "run", tool: { server: "notes", tool: "list_notes" } } });
    expect(await screen.findByTestId("run-dialog")).toBeVisible();
  });

  it("shows the tools of a server without a read-only one", async () => {
    backend.tool.mockReturnValue(new Promise(() => {}));
    backend.amend("catalog", (catalog) => ({ ...catalog, cards: catalog.cards.map((card) => ({ ...card, behaviour: "modifying" as const })) }));
    useCatalogFilter.setState({ query: "left over", behaviour: "safe" });
    backend.search.mockReturnValue(new Promise(() => {}));
    const { user } = await openPage("notes");
    await user.click(tryTool() as HTMLElement);
    expect(useNavigation.getState()).toMatchObject({ view: "catalog", dialog: null });
    expect(useCatalogFilter.getState()).toMatchObject({ server: "notes", query: "", behaviour: "all" });
  });

  it.each(["shop", "saved", "parcels"])("is not offered for %s, whose tools cannot be called", async (server) => {
    await openPage(server);
    expect(tryTool()).toBeNull();
  });
});
