// Adding and editing with the form: request, preview, and storage of secrets.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { SERVER } from "../../../test/literals";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import type { ServerPreview, ServerView } from "../../backend";
import { useCatalogFilter } from "../../shared/catalog-filter";
import type { OpenDialog } from "../../shared/navigation";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("servers");
  fake.current = backend;
  // The consent to a path in the home folder would differ between runs.
  backend.chooseFolder.mockResolvedValue("/usr/share");
  backend.chooseFile.mockResolvedValue("/etc/hosts");
});

async function openDialog(dialog: OpenDialog) {
  const app = renderApp({ view: "servers", dialog: dialog });
  await screen.findByRole("dialog");
  return app;
}
const next = () => screen.getByTestId("preview-server");
const sent = () => backend.previewServer.mock.calls.at(-1)?.[0];

describe("a pasted configuration", () => {
  const paste = async (text: string) => {
    const { user } = await openDialog({ kind: "addServer", tab: "command" });
    await user.click(screen.getByRole("tab", { name: "Paste JSON" }));
    await user.click(screen.getByTestId("json-snippet"));
    await user.paste(text);
    return user;
  };

  const TWO = '{"mcpServers":{"papers":{"command":"npx","args":["notes-mcp"]},"tracker":{"url":"https://jira.example.com/mcp"}}}';

  it("with several servers adds one after the other, each reviewed", async () => {
    const connection = { kind: "stdio", command: ["npx"], variables: [], clientId: null, folder: null, passEnvironment: [], operations: [], baseUrl: null };
    backend.previewServer.mockImplementation(({ name }) => Promise.resolve({ connection, program: "/bin/npx", consent: name, values: [], warnings: [], openWorld: null } as unknown as ServerPreview));
    backend.addServer.mockImplementation(({ server }) => Promise.resolve({ name: server.name } as ServerView));
    backend.scanServer.mockReturnValue(new Promise(() => {}));
    useCatalogFilter.setState({ query: "left over", behaviour: "destructive" });
    const user = await paste(TWO);
    expect(screen.getByRole("checkbox", { name: "papers" })).toBeChecked();
    await user.click(screen.getByTestId("preview-json"));
    expect(await screen.findByRole("dialog", { name: "Start papers? (1 of 2)" })).toBeVisible();
    await user.click(screen.getByTestId("start-server"));
    expect(await screen.findByRole("dialog", { name: "Start tracker? (2 of 2)" })).toBeVisible();
    expect(useCatalogFilter.getState()).toMatchObject({ query: "", behaviour: "all", server: null });
    await user.click(screen.getByTestId("skip-server"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(backend.addServer.mock.calls.map(([{ server }]) => server.name)).toEqual(["papers"]);
  });

  it("is previewed as the server it describes", async () => {
    backend.previewServer.mockReturnValue(new Promise(() => {}));
    const user = await paste(TWO);
    expect(screen.getByText("Found 2 servers")).toBeInTheDocument();
    await user.click(screen.getByRole("checkbox", { name: "papers" }));
    expect(await violations()).toEqual([]);
    await user.click(screen.getByTestId("preview-json"));
    expect(sent()).toEqual({
      name: "tracker",
      source: { kind: "http", url: "https://jira.example.com/mcp", headers: [], clientId: null, clientSecret: null },
      storage: [],
    });
    expect(backend.addServer).not.toHaveBeenCalled();
  });

  it("shows what is wrong, with hidden characters as codes", async () => {
    await paste('{"mcpServers":{"no\u202etes":{}}}');
    expect(screen.getByText(/^no⟨U\+202E⟩tes has neither a command nor an HTTP address/)).toBeInTheDocument();
    expect(screen.getByTestId("preview-json")).toBeDisabled();
  });
});

describe("the name", () => {
  it("is checked while it is typed, and a free one is suggested", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "command" });
    await user.type(screen.getByTestId("command-line"), "npx notes-mcp");
    await user.type(screen.getByTestId("server-name"), "notes");
    expect(screen.getByText("A server with this name already exists.")).toBeVisible();
    expect(screen.getByTestId("server-name")).toBeInvalid();
    expect(next()).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Use notes-2" }));
    expect(screen.getByTestId("server-name")).toHaveValue("notes-2");
    expect(screen.queryByText("A server with this name already exists.")).toBeNull();
    expect(next()).toBeEnabled();
    await user.type(screen.getByTestId("server-name"), ".x");
    expect(screen.getByText("Use only the characters a-z, A-Z, 0-9, - and _.")).toBeVisible();
  });

  it("of a pasted server that is taken is replaced, and can be changed", async () => {
    backend.previewServer.mockReturnValue(new Promise(() => {}));
    const { user } = await openDialog({ kind: "addServer", tab: "json" });
    await user.click(screen.getByTestId("json-snippet"));
    await user.paste('{"mcpServers":{"jira":{"command":"npx"}}}');
    expect(screen.getByText(/^The name jira is taken/)).toBeVisible();
    expect(screen.getByTestId("json-name")).toHaveValue("jira-2");
    await user.type(screen.getByTestId("json-name"), "b");
    await user.click(screen.getByTestId("preview-json"));
    expect(sent()).toMatchObject({ name: "jira-2b" });
  });
});

describe("a command", () => {
  it("is sent with its variables, previewed, and started only on request", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "command" });
    await user.type(screen.getByTestId("server-name"), "papers");
    await user.type(screen.getByTestId("command-line"), "npx notes-mcp");
    await user.click(screen.getByRole("button", { name: "Choose…" }));
    await waitFor(() => expect(screen.getByLabelText("Working folder (optional)")).toHaveValue("/usr/share"));
    await user.click(screen.getByRole("button", { name: "Add variable" }));
    await user.type(screen.getByLabelText("Name of variable 1"), "NOTES_TOKEN");
    expect(screen.getByRole("checkbox", { name: "NOTES_TOKEN is a secret" })).toBeChecked();
    const value = screen.getByLabelText("Value of NOTES_TOKEN");
    expect(value).toHaveAttribute("type", "password");
    await user.type(value, "s3cret");
    await user.click(screen.getByRole("button", { name: "Add variable" }));
    await user.type(screen.getByLabelText("Name of variable 2"), "LANG");
    await user.type(screen.getByLabelText("Value of LANG"), "de");
    await user.type(screen.getByTestId("pass-environment"), "AWS_PROFILE, TEAM");
    await user.click(next());
    expect(await screen.findByText("npx may download and run a package that is not installed.")).toBeInTheDocument();
    expect(backend.addServer).not.toHaveBeenCalled();
    expect(sent()).toEqual({
      name: "papers",
      source: {
        kind: "commandLine",
        line: "npx notes-mcp",
        folder: "/usr/share",
        environment: [
          { name: "NOTES_TOKEN", value: "s3cret", secret: null },
          { name: "LANG", value: "de", secret: null },
        ],
        passEnvironment: ["AWS_PROFILE", "TEAM"],
      },
      storage: [],
    });
    await user.click(screen.getByTestId("start-server"));
    await waitFor(() => expect(backend.scanServer).toHaveBeenCalledExactlyOnceWith({ server: "papers" }));
    expect(backend.addServer).toHaveBeenCalledExactlyOnceWith({ server: sent(), consent: expect.stringMatching(/^[0-9a-f]{64}$/), openWorld: null, trustsMethods: false });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows where each value is stored, and lets the user choose", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "command" });
    await user.type(screen.getByTestId("server-name"), "papers");
    await user.type(screen.getByTestId("command-line"), "npx notes-mcp");
    await user.click(next());
    const keep = await screen.findByRole("checkbox", { name: "Store as a secret: argument 1" });
    expect(keep).not.toBeChecked();
    await user.click(keep);
    await waitFor(() => expect(sent()?.storage).toEqual([{ value: "argument 1", secret: true }]));
    await waitFor(() => expect(screen.getByRole("checkbox", { name: "Store as a secret: argument 1" })).toBeChecked());
    await user.click(screen.getByTestId("start-server"));
    await waitFor(() => expect(backend.addServer).toHaveBeenCalledExactlyOnceWith({ server: sent(), consent: expect.stringMatching(/^[0-9a-f]{64}$/), openWorld: null, trustsMethods: false }));
  });

  it("asks what its tools reach, with a guess that one click replaces", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "command" });
    await user.type(screen.getByTestId("server-name"), "papers");
    await user.type(screen.getByTestId("command-line"), "npx mcp-server-fetch");
    await user.click(next());
    const world = within(await screen.findByTestId("world"));
    expect(world.getByRole("radio", { name: "Open web" })).toBeChecked();
    expect(world.getByText(/Guess:/)).toHaveTextContent("“fetch” in its name or connection points to the open web.");
    await user.click(world.getByRole("radio", { name: "Own data" }));
    expect(world.getByText(/^No tool is open-world/)).toHaveTextContent("they reach only the server’s own files, database or service");
    expect(world.queryByRole("checkbox")).toBeNull();
    await user.click(screen.getByTestId("start-server"));
    await waitFor(() => expect(backend.addServer).toHaveBeenCalledOnce());
    expect(backend.addServer.mock.calls[0]?.[0]).toMatchObject({ openWorld: "own", trustsMethods: false });
  });

  it("of an OpenAPI document offers to trust its HTTP methods, off by default", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "openApi" });
    await user.type(screen.getByTestId("server-name"), "papers");
    await user.type(screen.getByLabelText("OpenAPI document"), "/etc/hosts");
    await user.click(next());
    const world = within(await screen.findByTestId("world"));
    const trust = world.getByRole("checkbox", { name: "Trust HTTP methods" });
    expect(trust).not.toBeChecked();
    expect(world.getByText(/This loosens tools/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await user.click(trust);
    await user.click(screen.getByTestId("start-server"));
    await waitFor(() => expect(backend.addServer).toHaveBeenCalledOnce());
    expect(backend.addServer.mock.calls[0]?.[0]).toMatchObject({ openWorld: null, trustsMethods: true });
  });

  it("shows where secrets are stored", async () => {
    await openDialog({ kind: "addServer", tab: "command" });
    expect(await screen.findByTestId("secret-notice")).toHaveTextContent("Secrets are stored in /home/anna/.local/share/hintsmith/secrets.vault, encrypted with your passphrase.");
  });

  it("warns that secrets cannot be stored before the user types one", async () => {
    backend.secrets.mockResolvedValue({ writable: false, sentence: "No keychain answers." });
    await openDialog({ kind: "addServer", tab: "command" });
    expect(await screen.findByText(/^Secrets cannot be stored on this machine right now/)).toHaveTextContent("No keychain answers.");
  });

  it("shows why it cannot be previewed, and clears the error on another tab", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "command" });
    await user.type(screen.getByTestId("server-name"), "papers");
    await user.type(screen.getByTestId("command-line"), "'npx");
    await user.click(next());
    expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent("The command line has an unclosed quote. Close the quote");
    await user.click(screen.getByRole("tab", { name: "Address" }));
    expect(screen.queryByText(/an unclosed quote/)).toBeNull();
    expect(screen.getByTestId("server-name")).toHaveValue("papers");
  });
});

const BASE_URL = "https://api.example.com/v1";
const TOKEN_URL = "https://login.example.com/token";
/** Connection of a document whose operations can be called. */
const API = { baseUrl: BASE_URL, tokenUrl: TOKEN_URL, variables: [{ name: "apiKey", value: "••••••", secret: true, danger: null }] };

describe("other connection types", () => {
  it("are reached with the arrow keys and opened with Enter, which focuses the first field", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "command" });
    screen.getByRole("tab", { name: "Command" }).focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(screen.getByRole("tab", { name: "OpenAPI" })).toHaveFocus();
    expect(screen.getByTestId("command-line")).toBeInTheDocument();
    await user.keyboard("{Enter}");
    expect(await screen.findByTestId("openapi-location")).toBeInTheDocument();
    expect(screen.getByTestId("server-name")).toHaveFocus();
  });

  it("send an address with headers and an OAuth client", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "address" });
    await user.type(screen.getByTestId("server-name"), "jira-2");
    await user.type(screen.getByTestId("server-url"), "https://jira.example.com/mcp");
    await user.click(screen.getByRole("button", { name: "Add header" }));
    await user.type(screen.getByLabelText("Name of header 1"), "Authorization");
    await user.type(screen.getByLabelText("Value of Authorization"), "Bearer x");
    await user.click(screen.getByText("Advanced"));
    await user.type(screen.getByLabelText("OAuth client ID (optional)"), "me");
    await user.type(screen.getByLabelText("OAuth client secret (optional)"), "hush");
    await user.click(next());
    expect(await screen.findByRole("dialog", { name: "Connect to jira-2?" })).toHaveTextContent("https://jira.example.com/mcp");
    expect(screen.getByTestId("start-server")).toBeEnabled();
    expect(sent()?.source).toEqual({
      kind: "http",
      url: "https://jira.example.com/mcp",
      headers: [{ name: "Authorization", value: "Bearer x", secret: null }],
      clientId: "me",
      clientSecret: "hush",
    });
  });

  it.each([
    ["openApi", { kind: "openApi", location: "/etc/hosts" }],
    ["file", { kind: "file", path: "/etc/hosts" }],
  ] as const)("send a chosen %s", async (tab, source) => {
    const { user } = await openDialog({ kind: "addServer", tab });
    await user.type(screen.getByTestId("server-name"), "doc");
    await user.click(screen.getByRole("button", { name: "Choose…" }));
    await waitFor(() => expect(next()).toBeEnabled());
    await user.click(next());
    expect(await screen.findByRole("dialog", { name: "Add doc?" })).toHaveTextContent("/etc/hosts");
    expect(sent()).toEqual({ name: "doc", source, storage: [] });
  });

  it("send an OpenAPI document with a base URL and credentials, which the user agrees to", async () => {
    backend.amend("previewServer", (preview) => ({ ...preview, connection: { ...preview.connection, ...API } }));
    const recorded = await backend.previewServer({ name: "doc", source: { kind: "openApi", location: "/etc/hosts" }, storage: [] });
    backend.previewServer.mockResolvedValue(recorded);
    const { user } = await openDialog({ kind: "addServer", tab: "openApi" });
    await user.type(screen.getByTestId("server-name"), "doc");
    await user.type(screen.getByTestId("openapi-location"), "/etc/hosts");
    expect(screen.queryByRole("button", { name: "Add credential" })).toBeNull();
    await user.type(screen.getByLabelText("Base URL for calls (optional)"), BASE_URL);
    await user.click(screen.getByRole("button", { name: "Add credential" }));
    await user.type(screen.getByLabelText("Name of credential 1"), "apiKey");
    const value = screen.getByLabelText("Value of apiKey");
    expect(value).toHaveAttribute("type", "password");
    await user.type(value, "hush");
    expect(screen.queryByRole("checkbox", { name: /secret/ })).toBeNull();
    await user.type(screen.getByLabelText("Token URL (optional)"), TOKEN_URL);
    expect(await screen.findByTestId("secret-notice")).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    await user.click(next());
    const agreement = within(await screen.findByRole("dialog", { name: "Add doc?" }));
    expect(sent()?.source).toEqual({
      kind: "openApi",
      location: "/etc/hosts",
      baseUrl: BASE_URL,
      credentials: [{ name: "apiKey", value: "hush", secret: true }],
      tokenUrl: TOKEN_URL,
    });
    expect(agreement.getByText("Token URL").nextElementSibling).toHaveTextContent(TOKEN_URL);
    expect(agreement.getByText("Its operations will be called at:").nextElementSibling).toHaveTextContent(BASE_URL);
    expect(agreement.getByText("apiKey").closest("li")).toHaveTextContent("apiKey=••••••in the secret store");
    expect(agreement.getByText(/No tool is called until you or a client calls it/)).toBeVisible();
  });

  it("show that an OpenAPI document without a base URL is only listed", async () => {
    const { user } = await openDialog({ kind: "addServer", tab: "openApi" });
    await user.type(screen.getByTestId("server-name"), "papers");
    await user.type(screen.getByTestId("openapi-location"), "/etc/hosts");
    await user.click(next());
    const agreement = within(await screen.findByRole("dialog", { name: "Add papers?" }));
    expect(agreement.getByText("Hintsmith reads exactly this document. No tool is called.")).toBeVisible();
    expect(agreement.queryByText("Its operations will be called at:")).toBeNull();
  });

  it("send a source folder, which is read and not started", async () => {
    backend.previewServer.mockImplementation(async ({ name }) => {
      const connection = { ...SERVER.connection, kind: "sourceCode" as const, command: ["/usr/share"] };
      return { connection, program: null, consent: name, values: [], warnings: [], openWorld: null };
    });
    const { user } = await openDialog({ kind: "addServer", tab: "sourceCode" });
    await user.type(screen.getByTestId("server-name"), "checkout");
    expect(next()).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Choose…" }));
    await waitFor(() => expect(screen.getByLabelText("Source folder")).toHaveValue("/usr/share"));
    expect(screen.getByText(/does not start the server, so its tools cannot be called/)).toBeVisible();
    await user.click(next());
    const agreement = within(await screen.findByRole("dialog", { name: "Add checkout?" }));
    expect(agreement.getByText("/usr/share")).toBeVisible();
    expect(agreement.getByTestId("start-server")).toBeEnabled();
    expect(sent()).toEqual({ name: "checkout", source: { kind: "sourceCode", folder: "/usr/share" }, storage: [] });
  });

  it("offer the demo too, under a free name", async () => {
    const demo = { name: "demo", source: { kind: "demo" as const, tools: null }, storage: [] };
    const { consent } = await backend.previewServer(demo);
    await backend.prepare("addServer", { server: demo, consent, openWorld: null, trustsMethods: false });
    backend.previewServer.mockClear();
    const { user } = await openDialog({ kind: "addServer", tab: "file" });
    await user.click(screen.getByRole("button", { name: "Try the demo" }));
    await waitFor(() => expect(sent()).toEqual({ ...demo, name: "demo-2" }));
  });

  it.each(["command", "address", "openApi", "file", "sourceCode"] as const)("have no accessibility violations: %s", async (tab) => {
    const { user } = await openDialog({ kind: "addServer", tab });
    const add = screen.queryByRole("button", { name: /^Add (variable|header)$/ });
    if (add) await user.click(add);
    expect(await violations()).toEqual([]);
  });
});

describe("editing", () => {
  it("shows a stored secret without its value, and sends it as null", async () => {
    const { user } = await openDialog({ kind: "editServer", server: "weather" });
    const dialog = within(screen.getByRole("dialog", { name: "Edit weather" }));
    expect(dialog.queryByTestId("server-name")).toBeNull();
    expect(dialog.getByTestId("command-line")).toHaveValue("npx -y weather-mcp --api-key=••••••");
    expect(dialog.getByLabelText("Value of WEATHER_TOKEN")).toHaveValue("");
    expect(dialog.getByLabelText("Value of WEATHER_TOKEN")).toHaveAttribute("placeholder", "stored; type to replace");
    expect(dialog.getByText("The dots stand for a stored secret. Leave that argument unchanged, or type a new value.")).toBeInTheDocument();
    await user.click(dialog.getByRole("button", { name: "Remove NODE_OPTIONS" }));
    await user.click(next());
    await user.click(await screen.findByRole("button", { name: "Save and scan" }));
    await waitFor(() => expect(backend.scanServer).toHaveBeenCalledExactlyOnceWith({ server: "weather" }));
    expect(backend.editServer.mock.calls[0]?.[0].server).toMatchObject({
      name: "weather",
      source: { line: "npx -y weather-mcp --api-key=••••••", environment: [{ name: "WEATHER_TOKEN", value: null, secret: true }] },
    });
  });

  it("keeps the stored credentials of a document, and drops them with its base URL", async () => {
    backend.amend("catalog", (catalog) => ({
      ...catalog,
      servers: catalog.servers.map((server) => (server.name === "shop" ? { ...server, connection: { ...server.connection, ...API } } : server)),
    }));
    backend.previewServer.mockRejectedValue(new Error("only the request counts here"));
    const { user } = await openDialog({ kind: "editServer", server: "shop" });
    expect(screen.getByTestId("base-url")).toHaveValue(BASE_URL);
    expect(screen.getByLabelText("Value of apiKey")).toHaveAttribute("placeholder", "stored; type to replace");
    await user.click(next());
    expect(screen.getByTestId("token-url")).toHaveValue(TOKEN_URL);
    expect(sent()?.source).toMatchObject({ baseUrl: BASE_URL, tokenUrl: TOKEN_URL, credentials: [{ name: "apiKey", value: null, secret: true }] });
    await user.clear(screen.getByTestId("base-url"));
    expect(screen.queryByLabelText("Value of apiKey")).toBeNull();
    await user.click(next());
    await waitFor(() => expect(sent()?.source).toEqual({ kind: "openApi", location: "/home/anna/shop.yaml" }));
  });

  it("does not scan a server that is off", async () => {
    await backend.prepare("enableServer", { server: "parcels", enabled: false });
    const { user } = await openDialog({ kind: "editServer", server: "parcels" });
    await user.click(next());
    await user.click(await screen.findByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(backend.editServer).toHaveBeenCalledOnce();
    expect(backend.scanServer).not.toHaveBeenCalled();
  });
});
