// From the first run to the first card: no server starts before the user has seen its command.
import { screen, waitFor } from "@testing-library/react";
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

describe("opening the demo", () => {
  it("shows the command, starts it only on request, then shows its tools", async () => {
    const { user } = renderApp();
    await user.click(await screen.findByTestId("open-demo"));
    const start = await screen.findByTestId("start-server");
    expect(screen.getByText("/home/anna/bin/hintsmith")).toBeInTheDocument();
    expect(screen.getByText("demo-server")).toBeInTheDocument();
    expect(backend.addServer).not.toHaveBeenCalled();
    await user.click(start);
    await waitFor(() => expect(screen.getAllByTestId("card")).toHaveLength(2));
    expect(backend.addServer).toHaveBeenCalledExactlyOnceWith({
      server: { name: "demo", source: { kind: "demo", tools: null }, storage: [] },
      consent: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      openWorld: null,
      trustsMethods: false,
    });
    expect(screen.getByTestId("nav-server-demo")).toHaveTextContent("2");
  });

  it("cannot start a program that was not found", async () => {
    backend.amend("previewServer", (preview) => ({ ...preview, program: null }));
    const { user } = renderApp();
    await user.click(await screen.findByTestId("open-demo"));
    expect(await screen.findByTestId("start-server")).toBeDisabled();
    expect(screen.getByText("not found")).toBeInTheDocument();
  });

  it("shows what failed, with the last output of the server", async () => {
    await backend.prepare("writeFile", { path: "/home/anna/bin/hintsmith", text: "#!/bin/sh\nprintf 'not found\\342\\200\\256\\n' >&2\nexit 127\n" });
    const { user } = renderApp();
    await user.click(await screen.findByTestId("open-demo"));
    await user.click(await screen.findByTestId("start-server"));
    const panel = await screen.findByTestId("server-failure");
    expect(panel).toHaveTextContent("The command exited with code 127 before responding.");
    expect(panel).toHaveTextContent("Check its last output");
    expect(panel).toHaveTextContent("not foundU+202E");
    expect(screen.getByTestId("nav-server-demo")).toHaveTextContent("Failed");
  });
});

describe("adding a command", () => {
  it("sends the command line unsplit, with its folder, and can go back", async () => {
    const { user } = renderApp();
    await screen.findByTestId("first-run");
    await user.click(screen.getByTestId("add-server"));
    await user.type(await screen.findByTestId("server-name"), "notes");
    await user.type(screen.getByTestId("command-line"), "npx -y 'a b'");
    await user.type(screen.getByLabelText("Working folder (optional)"), " /usr/share ");
    await user.click(screen.getByTestId("preview-server"));
    await user.click(await screen.findByRole("button", { name: "Back" }));
    expect(screen.getByTestId("command-line")).toHaveValue("npx -y 'a b'");
    expect(backend.previewServer).toHaveBeenCalledExactlyOnceWith({
      name: "notes",
      source: { kind: "commandLine", line: "npx -y 'a b'", folder: "/usr/share", environment: [], passEnvironment: [] },
      storage: [],
    });
  });
});
