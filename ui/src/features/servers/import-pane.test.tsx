// Import of servers from other clients: only entries that were shown and selected are added.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("import");
  fake.current = backend;
});

const CLAUDE = "/home/anna/.config/Claude/claude_desktop_config.json";
const CURSOR = "/home/anna/.cursor/mcp.json";
const CHOSEN = "/home/anna/chosen.json";
const npx = (...args: string[]) => ({ command: "npx", args });
const writeServers = (path: string, mcpServers: object) => backend.prepare("writeFile", { path, text: JSON.stringify({ mcpServers }) });
/** Configurations of three clients: one is unreadable, and two list the same server. */
async function writeThree() {
  const files = { ...npx("files-mcp", "/srv"), disabled: true };
  await writeServers(CLAUDE, { mail: npx("-y", "mail-mcp"), files, post: npx("-y", "parcels-mcp"), odd: { command: {} } });
  await backend.prepare("writeFile", { path: "/home/anna/.codex/config.toml", text: "[mcp_servers.mail]\ncommand = \n" });
  await writeServers(CURSOR, { mail: npx("-y", "mail-mcp") });
}

async function openPane() {
  const app = renderApp({ view: "servers", dialog: { kind: "addServer", tab: "client" } });
  await screen.findByRole("dialog");
  return app;
}
async function openList() {
  await writeThree();
  const app = await openPane();
  await screen.findAllByTestId("import-file");
  return app;
}
const add = () => screen.getByTestId("import-servers");
const tick = (name: string) => screen.getAllByRole("checkbox", { name }).at(0) as HTMLElement;
const mail = { path: CLAUDE, client: "claude-desktop", entry: "mail", name: "mail", consent: expect.stringMatching(/^[0-9a-f]{64}$/) as string, storage: [] };

describe("the list", () => {
  it("shows every entry with its exact command, its notes, and why it cannot be selected", async () => {
    await openList();
    const [claude, cursor, codex] = screen.getAllByTestId("import-file");
    expect(claude).toHaveTextContent(`Claude Desktop${CLAUDE}`);
    expect(claude).toHaveTextContent("mail-mcp");
    expect(claude).toHaveTextContent("npx may download and run a package that is not installed.");
    expect(claude).toHaveTextContent("Disabled in this client");
    expect(claude).toHaveTextContent("Already added as parcels");
    expect(codex).toHaveTextContent("Skipped: it is not TOML: string values must be quoted");
    expect(cursor).toHaveTextContent("Cursor");
    expect(tick("post")).toBeDisabled();
    expect(tick("odd")).toBeDisabled();
  });

  it("selects enabled entries by default, and a server that two clients list once", async () => {
    await openList();
    expect(screen.getAllByRole("checkbox", { checked: true })).toEqual([tick("mail")]);
    expect(add()).toHaveTextContent("Add 1 server");
  });

  it("shows that no configuration was found, and what failed", async () => {
    const { unmount } = await openPane();
    expect(await screen.findByText("No client configurations found")).toBeInTheDocument();
    expect(add()).toBeDisabled();
    unmount();
    backend.findImports.mockRejectedValueOnce(new Error("no home folder"));
    await openPane();
    expect(await screen.findByText(/No home folder/)).toBeInTheDocument();
  });

  it("adds another file", async () => {
    await writeServers(CHOSEN, { extra: npx("-y", "extra-mcp") });
    const { user } = await openList();
    backend.chooseFile.mockResolvedValueOnce(CHOSEN);
    await user.click(screen.getByRole("button", { name: "Choose another file…" }));
    await waitFor(() => expect(screen.getAllByTestId("import-file")[0]).toHaveTextContent("extra-mcp"));
    expect(backend.readImport).toHaveBeenCalledExactlyOnceWith({ path: CHOSEN, client: null, taken: ["mail", "files", "post", "odd", "mail-2"] });
    expect(add()).toHaveTextContent("Add 2 servers");
  });
});

describe("adding", () => {
  it("adds exactly the selected entries, then scans them", async () => {
    const { user } = await openList();
    await user.click(tick("files"));
    await user.click(add());
    await waitFor(() => expect(backend.scanServer.mock.calls.map(([{ server }]) => server)).toEqual(["mail", "files"]));
    expect(backend.importServers.mock.calls[0]?.[0].choices).toMatchObject([mail, { name: "files" }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("stores each value where the user wants it", async () => {
    const { user } = await openList();
    const keep = () => screen.getAllByRole("checkbox", { name: "Store as a secret: argument 2" }).at(0) as HTMLElement;
    await user.click(keep());
    expect(keep()).toBeChecked();
    await user.click(add());
    await waitFor(() => expect(backend.importServers).toHaveBeenCalledOnce());
    const storage = [{ value: "argument 2", secret: true }];
    expect(backend.importServers.mock.calls[0]?.[0].choices).toMatchObject([{ ...mail, storage }]);
  });

  it("stays open to show what could not be added", async () => {
    const { user } = await openList();
    await writeServers(CLAUDE, {});
    await user.click(add());
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/mail: Mail is no longer in .*\. Import the file again\./)).toBeInTheDocument();
    expect(add()).toBeDisabled();
  });

  it("shows the name of a server whose own name is taken, and adds it under that name", async () => {
    await writeServers(CHOSEN, { mail: npx("-y", "other-mcp") });
    const { user } = await openList();
    backend.chooseFile.mockResolvedValueOnce(CHOSEN);
    await user.click(screen.getByRole("button", { name: "Choose another file…" }));
    await waitFor(() => expect(screen.getAllByTestId("import-file")[0]).toHaveTextContent("The name `mail` is taken; it will be added as `mail-3`"));
    await user.click(add());
    await waitFor(() => expect(backend.importServers).toHaveBeenCalledOnce());
    const names = backend.importServers.mock.calls[0]?.[0].choices.map(({ entry, name }) => [entry, name]);
    expect(names).toEqual([["mail", "mail-3"], ["mail", "mail"]]);
    await waitFor(() => expect(backend.scanServer.mock.calls.map(([{ server }]) => server)).toEqual(["mail-3", "mail"]));
  });
});
