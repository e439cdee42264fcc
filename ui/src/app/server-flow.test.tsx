// From the first run to the first card: nothing starts before the person has seen what will run.
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { catalogOf, inventTools, reachOf, serverOf } from "../../test/fixtures";
import { fake } from "../../test/mock-backend";
import { renderApp } from "../../test/render-app";
import type { Catalog, ServerView } from "../backend";

let catalog: Catalog;
const failed = serverOf("demo", 0, {
  state: "failed",
  failure: { message: "it ended with code 127", hint: "Install it.", output: ["not found\u202e"] },
});
const PREVIEW = {
  reach: reachOf("demo", ["hintsmith", "demo-server"]),
  program: "/usr/bin/hintsmith" as string | null,
  warnings: [],
  values: [],
  consent: "c1",
};
const previewServer = vi.fn(async () => PREVIEW);
const addServer = vi.fn();
const scanServer = vi.fn();

const scanEndsWith = (server: ServerView, tools: number) => {
  addServer.mockImplementation(async () => {
    catalog = catalogOf([], { revision: 2, servers: [serverOf("demo", 0, { state: "connecting" })] });
    return catalog.servers[0];
  });
  scanServer.mockImplementation(async () => {
    catalog = catalogOf(inventTools(tools), { revision: 3, servers: [server] });
    return { server, added: tools, changed: 0, gone: 0, problems: [] };
  });
};

beforeEach(() => {
  vi.clearAllMocks();
  catalog = catalogOf([], { servers: [] });
  fake.current = {
    catalog: async () => catalog,
    tool: () => new Promise(() => {}),
    findImports: async () => [],
    secrets: async () => ({ writable: true, sentence: "Secrets are kept in the keychain." }),
    previewServer,
    addServer,
    scanServer,
  };
});

describe("opening the demo", () => {
  it("shows the command, starts it only on request, then shows its tools", async () => {
    scanEndsWith(serverOf("demo", 7), 7);
    const { user } = renderApp();
    await user.click(await screen.findByTestId("open-demo"));
    const start = await screen.findByTestId("start-server");
    expect(screen.getByText("/usr/bin/hintsmith")).toBeInTheDocument();
    expect(screen.getByText("demo-server")).toBeInTheDocument();
    expect(addServer).not.toHaveBeenCalled();
    await user.click(start);
    await waitFor(() => expect(screen.getAllByTestId("card")).toHaveLength(7));
    expect(addServer).toHaveBeenCalledExactlyOnceWith({
      server: { name: "demo", source: { kind: "demo", tools: null }, storage: [] },
      consent: "c1",
    });
    expect(screen.getByTestId("nav-server-demo")).toHaveTextContent("7");
  });

  it("cannot start what was not found", async () => {
    previewServer.mockResolvedValueOnce({ ...PREVIEW, program: null });
    const { user } = renderApp();
    await user.click(await screen.findByTestId("open-demo"));
    expect(await screen.findByTestId("start-server")).toBeDisabled();
    expect(screen.getByText("not found")).toBeInTheDocument();
  });

  it("says what failed, with the last words of the server", async () => {
    scanEndsWith(failed, 0);
    const { user } = renderApp();
    await user.click(await screen.findByTestId("open-demo"));
    await user.click(await screen.findByTestId("start-server"));
    const panel = await screen.findByTestId("server-failure");
    expect(panel).toHaveTextContent("It ended with code 127.");
    expect(panel).toHaveTextContent("Install it.");
    expect(panel).toHaveTextContent("not foundU+202E");
    expect(screen.getByTestId("nav-server-demo")).toHaveTextContent("Failed");
  });
});

describe("adding a command", () => {
  it("sends the line unsplit, with its folder, and can go back", async () => {
    const { user } = renderApp();
    await screen.findByTestId("first-run");
    await user.click(screen.getByTestId("add-server"));
    await user.type(await screen.findByTestId("server-name"), "notes");
    await user.type(screen.getByTestId("command-line"), "npx -y 'a b'");
    await user.type(screen.getByLabelText("Working folder (optional)"), " /srv/notes ");
    await user.click(screen.getByTestId("preview-server"));
    await user.click(await screen.findByRole("button", { name: "Back" }));
    expect(screen.getByTestId("command-line")).toHaveValue("npx -y 'a b'");
    expect(previewServer).toHaveBeenCalledExactlyOnceWith({
      name: "notes",
      source: { kind: "commandLine", line: "npx -y 'a b'", folder: "/srv/notes", environment: [], passEnvironment: [] },
      storage: [],
    });
  });
});
