// The first run offers what was found on this machine, and says so when nothing was.
import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../test/axe";
import type { FakeServers } from "../../test/fake-servers";
import { fakeServers } from "../../test/fake-servers";
import { fake } from "../../test/mock-backend";
import { renderApp } from "../../test/render-app";

vi.mock("../backend", async () => (await import("../../test/mock-backend")).mockedBackend());

let backend: FakeServers;
beforeEach(() => {
  backend = fakeServers([]);
  fake.current = backend;
});

describe("the first run", () => {
  it("counts what was found and leads to it", async () => {
    const { user } = renderApp();
    expect(await screen.findByText(/3 configurations, 4 servers/)).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    await user.click(screen.getByTestId("import-found"));
    expect(await screen.findByRole("tab", { name: "From a client" })).toHaveAttribute("aria-selected", "true");
    await user.click(await screen.findByTestId("import-servers"));
    expect(await screen.findByTestId("nav-server-notes")).toBeInTheDocument();
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
