// The first run offers what was found on this machine, and says so when nothing was.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeServers } from "../../test/fake-servers";
import { fakeServers } from "../../test/fake-servers";
import { fake } from "../../test/mock-backend";
import { preferenceActs } from "../../test/preference-acts";
import { renderApp } from "../../test/render-app";

let backend: FakeServers;
beforeEach(() => {
  backend = fakeServers([]);
  fake.current = { ...preferenceActs(), ...backend };
});

describe("the first run", () => {
  it("counts what was found and leads to it", async () => {
    const { user } = renderApp();
    expect(await screen.findByText(/3 configurations, 4 servers/)).toBeInTheDocument();
    await user.click(screen.getByTestId("import-found"));
    expect(await screen.findByRole("tab", { name: "From a client" })).toHaveAttribute("aria-selected", "true");
    await user.click(await screen.findByTestId("import-servers"));
    expect(await screen.findByTestId("nav-server-notes")).toBeInTheDocument();
  });

  it("lists each configuration, and takes over only from those that are ticked", async () => {
    const { user } = renderApp();
    expect(await screen.findByRole("checkbox", { name: "Codex" })).toBeDisabled();
    await waitFor(() => expect(screen.getByTestId("import-found")).toHaveFocus());
    expect(screen.getByTestId("import-found")).toHaveTextContent("Import 1 server");
    await user.click(screen.getByRole("checkbox", { name: "Claude Desktop" }));
    await user.click(screen.getByTestId("import-found"));
    const files = await screen.findAllByTestId("import-file");
    const ticked = files.flatMap((file) =>
      within(file).queryAllByRole("checkbox").length > 0
        ? [[within(file).getByRole("heading").textContent, within(file).queryAllByRole("checkbox", { checked: true }).length]]
        : [],
    );
    expect(ticked).toEqual([
      ["Claude Desktop", 0],
      ["Cursor", 1],
    ]);
  });

  it("has the commands and the preferences", async () => {
    const { user } = renderApp();
    await user.click(await screen.findByTestId("commands"));
    await user.keyboard("preferences{Enter}");
    expect(await screen.findByRole("heading", { name: "Preferences", level: 1 })).toBeInTheDocument();
    await user.click(screen.getByTestId("nav-all"));
    expect(await screen.findByTestId("first-run")).toBeInTheDocument();
  });

  it("says that nothing was found, and that looking failed", async () => {
    backend.findImports.mockResolvedValueOnce([]);
    const { unmount } = renderApp();
    expect(await screen.findByText(/No other client lists servers/)).toBeInTheDocument();
    expect(screen.getByTestId("open-demo")).toHaveAttribute("data-look", "primary");
    unmount();
    backend.findImports.mockRejectedValueOnce(new Error("no"));
    renderApp();
    expect(await screen.findByText(/could not be looked for/)).toBeInTheDocument();
  });
});
