// Taking over servers from other clients: nothing is added that was not seen and ticked.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeServers } from "../../../test/fake-servers";
import { fakeServers } from "../../../test/fake-servers";
import { fake } from "../../../test/mock-backend";
import { renderApp } from "../../../test/render-app";
import { everyState, IMPORTS, previewOf } from "../../../test/server-fixtures";
import type { ImportFile } from "../../backend";
import { addImports } from "./import-choices";

let backend: FakeServers;
beforeEach(() => {
  backend = fakeServers(everyState(110));
  fake.current = backend;
});

async function openPane() {
  const app = renderApp({ view: "servers", dialog: { kind: "addServer", way: "client" } });
  await screen.findByRole("dialog");
  return app;
}
const add = () => screen.getByTestId("import-servers");
const tick = (name: string) => screen.getAllByRole("checkbox", { name }).at(0) as HTMLElement;
const notes = { path: IMPORTS[0]?.path, client: "claude-desktop", name: "notes", consent: "npx -y notes-mcp", storage: [] };

describe("the list", () => {
  it("shows every entry with its exact command, its notes, and why some cannot be chosen", async () => {
    await openPane();
    const [claude, codex, cursor] = await screen.findAllByTestId("import-file");
    expect(claude).toHaveTextContent("Claude Desktop/home/you/.config/Claude/claude_desktop_config.json");
    expect(claude).toHaveTextContent("notes-mcp");
    expect(claude).toHaveTextContent("npx downloads and runs what the registry has today");
    expect(claude).toHaveTextContent("turned off there");
    expect(claude).toHaveTextContent("is here already as demo");
    expect(claude).toHaveTextContent("Its command is a number");
    expect(codex).toHaveTextContent("Skipped: it is not TOML: line 3");
    expect(cursor).toHaveTextContent("Cursor");
    expect(tick("demo-2")).toBeDisabled();
    expect(tick("odd")).toBeDisabled();
  });

  it("ticks what is in use there, once, and nothing that is turned off", async () => {
    await openPane();
    await screen.findAllByTestId("import-file");
    expect(screen.getAllByRole("checkbox", { checked: true })).toEqual([tick("notes")]);
    expect(add()).toHaveTextContent("Add 1 server");
  });

  it("says that nothing was found, and what failed", async () => {
    backend.findImports.mockResolvedValueOnce([]);
    const { unmount } = await openPane();
    expect(await screen.findByText("No configuration was found")).toBeInTheDocument();
    expect(add()).toBeDisabled();
    unmount();
    backend.findImports.mockRejectedValueOnce(new Error("no home folder"));
    await openPane();
    expect(await screen.findByText(/No home folder/)).toBeInTheDocument();
  });

  it("takes another file", async () => {
    const { user } = await openPane();
    await screen.findAllByTestId("import-file");
    const other: ImportFile = { client: "vscode", clientName: "VS Code", path: "/x/mcp.json", problem: null, entries: [{ name: "extra", preview: previewOf(["extra-mcp"]), problem: null, notes: [], disabled: false, known: null }] };
    backend.readImport.mockResolvedValueOnce(other);
    await user.click(screen.getByRole("button", { name: "Choose another file…" }));
    await waitFor(() => expect(screen.getAllByTestId("import-file")[0]).toHaveTextContent("VS Code"));
    expect(backend.readImport).toHaveBeenCalledExactlyOnceWith({ path: "/home/you/chosen.json", client: null });
    expect(add()).toHaveTextContent("Add 2 servers");
  });
});

describe("adding", () => {
  it("adds exactly what is ticked, then reads it", async () => {
    const { user } = await openPane();
    await screen.findAllByTestId("import-file");
    await user.click(tick("files"));
    await user.click(add());
    await waitFor(() => expect(backend.scanServer.mock.calls.map(([{ server }]) => server)).toEqual(["notes", "files"]));
    expect(backend.importServers.mock.calls[0]?.[0].choices).toMatchObject([notes, { name: "files" }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps each value where the user wants it", async () => {
    const { user } = await openPane();
    await screen.findAllByTestId("import-file");
    const keep = () => screen.getAllByRole("checkbox", { name: "Keep argument 2 in the secret store" }).at(0) as HTMLElement;
    await user.click(keep());
    expect(keep()).toBeChecked();
    await user.click(add());
    await waitFor(() => expect(backend.importServers).toHaveBeenCalledOnce());
    const storage = [{ value: "argument 2", secret: true }];
    expect(backend.importServers.mock.calls[0]?.[0].choices).toMatchObject([{ ...notes, storage }]);
  });

  it("stays open to say what could not be added", async () => {
    const { user } = await openPane();
    await screen.findAllByTestId("import-file");
    backend.importServers.mockResolvedValueOnce({ added: [], problems: [{ name: "notes", message: "it has changed", hint: "Look again." }] });
    await user.click(add());
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(/notes: It has changed\. Look again\./)).toBeInTheDocument();
    expect(add()).toBeDisabled();
  });

  it("gives a second server of the same name the name it gets by then", async () => {
    const [first, second] = [{ ...notes, path: "/a" }, { ...notes, path: "/b", consent: "other" }];
    const entry = { name: "notes-2", preview: previewOf(["other"]), problem: null, notes: [], disabled: false, known: null };
    backend.readImport.mockResolvedValueOnce({ client: "c", clientName: "C", path: "/b", problem: null, entries: [entry] });
    const report = await addImports([first, second]);
    expect(report.added.map((server) => server.name)).toEqual(["notes", "notes-2"]);
    expect(backend.importServers.mock.calls.map(([{ choices }]) => choices)).toEqual([[first], [{ ...second, name: "notes-2" }]]);
  });
});
