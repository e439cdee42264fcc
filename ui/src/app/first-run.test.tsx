// First run: configurations found on this machine, and the messages when there are none or the search fails.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../test/mock-backend";
import type { RecordedBackend } from "../../test/recorded-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("installed");
  fake.current = backend;
});

const npx = (...args: string[]) => ({ command: "npx", args });
const writeServers = (path: string, mcpServers: object) => backend.prepare("writeFile", { path, text: JSON.stringify({ mcpServers }) });
/** Writes configurations of three clients: one is invalid, and two list the same server. */
async function writeThree() {
  const files = { ...npx("files-mcp", "/srv"), disabled: true };
  await writeServers("/home/anna/.config/Claude/claude_desktop_config.json", { notes: npx("-y", "notes-mcp"), files });
  await backend.prepare("writeFile", { path: "/home/anna/.codex/config.toml", text: "[mcp_servers.notes]\ncommand = \n" });
  await writeServers("/home/anna/.cursor/mcp.json", { notes: npx("-y", "notes-mcp") });
}

describe("the first run", () => {
  it("shows the number of found servers, and opens the import", async () => {
    await writeThree();
    const { user } = renderApp();
    expect(await screen.findByText(/Found 3 configurations with 3 servers/)).toBeInTheDocument();
    await user.click(screen.getByTestId("import-found"));
    expect(await screen.findByRole("tab", { name: "From a client" })).toHaveAttribute("aria-selected", "true");
    await user.click(await screen.findByTestId("import-servers"));
    expect(await screen.findByTestId("nav-server-notes")).toBeInTheDocument();
  });

  it("lists each configuration, and imports only from the checked ones", async () => {
    await writeThree();
    const { user } = renderApp();
    expect(await screen.findByRole("checkbox", { name: "Codex" })).toBeDisabled();
    await waitFor(() => expect(screen.getByTestId("import-found")).toHaveFocus());
    expect(screen.getByTestId("import-found")).toHaveTextContent("Import 1 server");
    await user.click(screen.getByRole("checkbox", { name: "Claude Desktop" }));
    await user.click(screen.getByTestId("import-found"));
    const files = await screen.findAllByTestId("import-file");
    const checked = files.flatMap((file) =>
      within(file).queryAllByRole("checkbox").length > 0
        ? [[within(file).getByRole("heading").textContent, within(file).queryAllByRole("checkbox", { checked: true }).length]]
        : [],
    );
    expect(checked).toEqual([
      ["Claude Desktop", 0],
      ["Cursor", 1],
    ]);
  });

  it("opens the commands and the preferences", async () => {
    const { user } = renderApp();
    await user.click(await screen.findByTestId("commands"));
    await user.keyboard("preferences{Enter}");
    expect(await screen.findByRole("heading", { name: "Preferences", level: 1 })).toBeInTheDocument();
    await user.click(screen.getByTestId("nav-all"));
    expect(await screen.findByTestId("first-run")).toBeInTheDocument();
  });

  it("shows a message when nothing was found and when the search failed", async () => {
    const { unmount } = renderApp();
    expect(await screen.findByText(/No servers found in configurations of other clients/)).toBeInTheDocument();
    expect(screen.getByTestId("open-demo")).toHaveAttribute("data-look", "primary");
    unmount();
    backend.findImports.mockRejectedValueOnce(new Error("no"));
    renderApp();
    expect(await screen.findByText(/Could not search for configurations of other clients/)).toBeInTheDocument();
  });
});
