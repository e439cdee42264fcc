// Registry: search, choose an install option, fill in its inputs, and preview the command as for any other server.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../../test/axe";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";

const REGISTRY = "https://registry.example.com";
let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("registry");
  fake.current = backend;
  await backend.prepare("setRegistryAddress", { url: REGISTRY });
});

async function openPane() {
  const app = renderApp({ view: "servers", dialog: { kind: "addServer", tab: "registry" } });
  await screen.findByRole("dialog");
  return app;
}
const next = () => screen.getByTestId("preview-registry");
const entry = (name: RegExp) => screen.findByRole("button", { name });

describe("the list", () => {
  it("shows the description of each entry, with hidden characters as codes", async () => {
    await openPane();
    expect((await entry(/Acme Notes/)).closest("li")).toHaveTextContent("io.github.acme/notes1.4.0Read and write the notes of AcmeU+202E.");
    expect((await entry(/old/)).closest("li")).toHaveTextContent("deprecatedWhat was there before.Use io.github.acme/notes");
    expect(screen.getByText(REGISTRY)).toBeInTheDocument();
  });

  it("searches after a pause in typing, and loads more from the cursor", async () => {
    const { user } = await openPane();
    await entry(/Acme Notes/);
    await user.type(screen.getByRole("textbox", { name: "Search registry" }), "notes");
    await waitFor(() => expect(backend.registryPage).toHaveBeenLastCalledWith({ query: "notes", cursor: null }));
    expect(backend.registryPage).toHaveBeenCalledTimes(2);
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    expect(backend.registryPage).toHaveBeenLastCalledWith({ query: "notes", cursor: "page-2" });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Load more" })).toBeNull());
  });

  it("shows an entry twice if the registry lists it twice, without a warning of React", async () => {
    const warn = vi.spyOn(console, "error").mockImplementation(() => {});
    backend.amend("registryPage", (page) => ({ ...page, entries: [...page.entries, ...page.entries] }));
    await openPane();
    expect(await screen.findAllByRole("button", { name: /Acme Notes/ })).toHaveLength(2);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it("shows what failed, and that no server matches", async () => {
    const { BackendError } = await import("../../backend/error");
    backend.registryPage.mockRejectedValueOnce(new BackendError("server", "no answer", "Check your network."));
    const { user } = await openPane();
    expect(await screen.findByText("No answer. Check your network.")).toBeInTheDocument();
    backend.amend("registryPage", (page) => ({ ...page, entries: [], next: null }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No matching servers")).toBeInTheDocument();
  });

  it("has no accessibility violations with an expanded entry", async () => {
    const { user } = await openPane();
    await user.click(await entry(/Acme Notes/));
    expect(await violations()).toEqual([]);
  });
});

describe("an entry", () => {
  it("shows the tools of its listing as claims, with hidden characters as codes", async () => {
    const { user } = await openPane();
    await user.click(await entry(/Acme Notes/));
    const tools = screen.getByTestId("listed-tools");
    expect(tools).toHaveTextContent("3 tools according to the listing. These claims are not verified");
    expect(within(tools).getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "get_noteU+202ERead-onlyGet a note.",
      "delete_noteDestructive",
      "plainno hints",
    ]);
    await user.click(await entry(/old/));
    expect(screen.queryByTestId("listed-tools")).toBeNull();
  });

  it("asks for the inputs of its install option, then shows the command as for any server", async () => {
    const { user } = await openPane();
    await user.click(await entry(/Acme Notes/));
    expect(screen.getByLabelText("npm @acme/notes-mcp 1.4.0")).toBeChecked();
    expect(screen.getByLabelText("mcpb https://acme.example/notes.mcpb")).toBeDisabled();
    expect(next()).toBeDisabled();
    const token = screen.getByLabelText("ACME_TOKEN");
    expect(token).toHaveAttribute("type", "password");
    await user.type(token, "s3cret");
    await user.selectOptions(screen.getByLabelText("region (optional)"), "us");
    await user.clear(screen.getByTestId("registry-name"));
    await user.type(screen.getByTestId("registry-name"), "acme");
    await user.click(next());
    expect(await screen.findByRole("dialog", { name: "Start acme?" })).toBeInTheDocument();
    expect(backend.registrySource).toHaveBeenCalledExactlyOnceWith({
      name: "io.github.acme/notes",
      option: 0,
      answers: [
        { name: "ACME_TOKEN", value: "s3cret" },
        { name: "region", value: "us" },
      ],
    });
    expect(backend.previewServer).toHaveBeenCalledExactlyOnceWith({
      name: "acme",
      source: { kind: "command", command: ["npx", "-y", "@acme/notes-mcp@1.4.0", "--region", "us"], folder: null, environment: [{ name: "ACME_TOKEN", value: "s3cret", secret: null }], passEnvironment: [] },
      storage: [{ value: "ACME_TOKEN", secret: true }],
    });
    await user.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByLabelText("ACME_TOKEN")).toHaveValue("s3cret");
  });

  it("needs no answers if the install option has no inputs", async () => {
    const { user } = await openPane();
    await user.click(await entry(/Acme Notes/));
    await user.click(screen.getByLabelText("https://mcp.acme.example/mcp"));
    expect(screen.queryByLabelText("ACME_TOKEN")).toBeNull();
    expect(next()).toBeEnabled();
  });

  it("cannot be added without an install option", async () => {
    const { user } = await openPane();
    await user.click(await entry(/old/));
    expect(screen.getByText("The registry lists no way to install or reach this server.")).toBeInTheDocument();
    expect(next()).toBeDisabled();
  });
});

describe("the registry", () => {
  it("can be changed, and is queried again", async () => {
    const { user } = await openPane();
    await entry(/Acme Notes/);
    await user.click(screen.getByRole("button", { name: "Change registry" }));
    const field = screen.getByRole("textbox", { name: "Registry address" });
    expect(field).toHaveValue(REGISTRY);
    await user.clear(field);
    await user.type(field, "https://registry.example.com/team{Enter}");
    await waitFor(() => expect(backend.setRegistryAddress).toHaveBeenCalledExactlyOnceWith({ url: "https://registry.example.com/team" }));
    await waitFor(() => expect(backend.registryPage).toHaveBeenCalledTimes(2));
    expect(within(screen.getByRole("dialog")).getByRole("button", { name: "Change registry" })).toBeInTheDocument();
  });
});
