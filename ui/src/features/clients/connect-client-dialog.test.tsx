// Connecting clients: the list of their files, a change that is shown before it is written, and its undo.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("clients");
  fake.current = backend;
});

const CURSOR = "/home/anna/.cursor/mcp.json";
const PROJECT = "/home/anna/project";
const entries = {
  notes: { command: "npx", args: ["-y", "notes-mcp"], env: { TOKEN: "secret-token" } },
  hub: { type: "http", url: "https://mcp.example.com/mcp" },
  far: { type: "http", url: "https://far.example.com/mcp" },
};
const text = JSON.stringify({ mcpServers: entries }, null, 2);

async function openDialog() {
  await backend.prepare("writeFile", { path: CURSOR, text });
  const app = renderApp({ view: "servers", dialog: { kind: "connectClient" } });
  await screen.findAllByTestId("client-file");
  return app;
}
const button = (name: RegExp | string) => screen.getByRole("button", { name });

it("lists the servers of each client and why one cannot be installed", async () => {
  await openDialog();
  const file = screen.getByTestId("client-file");
  expect(file).toHaveTextContent(`Cursor${CURSOR}3 servers`);
  expect(button("Install Hintsmith before notes in Cursor…")).toBeEnabled();
  expect(button("Install Hintsmith before hub in Cursor…")).toBeEnabled();
  expect(button("Install Hintsmith before far in Cursor…")).toBeDisabled();
  expect(file).toHaveTextContent(/Far has an address that no server in Hintsmith has\. Add the server with/);
  expect(await violations()).toEqual([]);
});

it("writes the change only after it was shown, and takes it back", async () => {
  const { user } = await openDialog();
  await user.click(button("Install Hintsmith before notes in Cursor…"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(CURSOR)).toBeVisible();
  await waitFor(() => expect(screen.getByTestId("write-client-file")).toBeEnabled());
  expect(screen.getByRole("dialog")).not.toHaveTextContent("secret-token");
  expect(backend.install).not.toHaveBeenCalled();
  expect(await violations()).toEqual([]);

  await user.click(screen.getByTestId("write-client-file"));
  expect(await screen.findByTestId("client-file-changed")).toHaveTextContent(/Changed .*mcp\.json\..*Restart Cursor\./);
  expect(await screen.findByRole("button", { name: "Remove Hintsmith before notes in Cursor…" })).toBeEnabled();

  await user.click(button("Undo"));
  expect(await screen.findByRole("button", { name: "Install Hintsmith before notes in Cursor…" })).toBeEnabled();
  expect(screen.queryByTestId("client-file-changed")).toBeNull();
});

it("names the stored server that takes the place of an address", async () => {
  const { user } = await openDialog();
  await user.click(button("Install Hintsmith before hub in Cursor…"));
  expect(await screen.findByText(/Hintsmith uses the connection and the secrets that it stores for/)).toHaveTextContent("github");
});

it("shows the error of a file that changed after the preview", async () => {
  const { user } = await openDialog();
  await user.click(button("Install Hintsmith before notes in Cursor…"));
  await waitFor(() => expect(screen.getByTestId("write-client-file")).toBeEnabled());
  await backend.prepare("writeFile", { path: CURSOR, text: `${text}\n` });
  await user.click(screen.getByTestId("write-client-file"));
  expect(await screen.findByText(/changed after the preview/)).toBeVisible();
});

it("lists the servers of a project", async () => {
  const { user } = await openDialog();
  await backend.prepare("writeFile", { path: `${PROJECT}/.mcp.json`, text: JSON.stringify({ mcpServers: { board: { command: "board-mcp" } } }) });
  backend.chooseFolder.mockResolvedValueOnce(PROJECT);
  await user.click(button("Open project…"));
  expect(await screen.findByRole("button", { name: "Install Hintsmith before board in Claude Code…" })).toBeEnabled();
  expect(screen.getAllByTestId("client-file")).toHaveLength(2);
});

it("explains where to find servers when there are none", async () => {
  renderApp({ view: "servers", dialog: { kind: "connectClient" } });
  expect(await screen.findByText("No clients with servers found")).toBeVisible();
});
