// Findings in the window: navigation, the count in the sidebar, links to tools, and the drawer of a narrow window.
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../test/axe";
import { fake } from "../../test/mock-backend";
import type { RecordedBackend } from "../../test/recorded-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";

const SUPPRESSED = { server: "demo", tool: "home_notes_search_note", rule: "title-missing", reason: "The server sets it at run time." };

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("findings");
  fake.current = backend;
  await backend.prepare("suppress", SUPPRESSED);
  window.innerWidth = 1440;
});
afterEach(() => {
  window.innerWidth = 1024;
});

async function renderReady() {
  const app = renderApp();
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  return app;
}
const narrow = () =>
  act(() => {
    window.innerWidth = 720;
    window.dispatchEvent(new Event("resize"));
  });
const heading = () => screen.findByRole("heading", { name: "Findings", level: 1 });

describe("findings", () => {
  it("open from the sidebar, which counts errors and warnings, by shortcut and from the palette", async () => {
    const { user } = await renderReady();
    expect(screen.getByTestId("nav-findings")).toHaveTextContent("Findings4");
    expect(screen.getByTestId("nav-findings")).toHaveAccessibleName(/^Findings ?4 errors and warnings$/);
    expect(screen.getByTestId("nav-review")).toHaveAccessibleName(/^Review queue ?7 tools to review$/);
    await user.click(screen.getByTestId("nav-findings"));
    expect(await heading()).toBeInTheDocument();
    expect(screen.getByTestId("nav-findings")).toHaveAttribute("aria-current", "page");
    await user.keyboard("{Control>}2{/Control}");
    await waitFor(() => expect(screen.queryByTestId("findings-page")).toBeNull());
    await user.keyboard("{Control>}4{/Control}");
    expect(await heading()).toBeInTheDocument();
    await user.keyboard("{Control>}2{/Control}{Control>}k{/Control}");
    await user.type(await screen.findByPlaceholderText("Find a command, a page or a tool"), "findings{Enter}");
    expect(await heading()).toBeInTheDocument();
    await user.keyboard("?");
    const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(list).getByRole("heading", { name: "Findings" })).toBeInTheDocument();
  });

  it("open the tool at the section of the finding", async () => {
    const { user } = await renderReady();
    await user.click(screen.getByTestId("nav-findings"));
    const rows = await screen.findAllByTestId("finding");
    await user.click(within(rows[2] as HTMLElement).getByRole("button", { name: "Open tool" }));
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_share_note"));
    await waitFor(() => expect(document.activeElement?.closest("section")).toHaveAttribute("id", "panel-text"));
  });

  it("update the count in the sidebar after a bulk fix", async () => {
    const { user } = await renderReady();
    await user.click(screen.getByTestId("nav-findings"));
    await screen.findAllByTestId("finding");
    await user.click(screen.getByTestId("apply-fixes"));
    await waitFor(() => expect(screen.getByTestId("confirm-fixes")).toBeEnabled());
    await user.click(screen.getByTestId("confirm-fixes"));
    await waitFor(() => expect(screen.getByTestId("nav-findings")).toHaveTextContent("Findings2"));
  });

  it("open the selected finding as a drawer in a narrow window, and return the focus", async () => {
    const { user, container } = await renderReady();
    await user.click(screen.getByTestId("nav-findings"));
    const rows = await screen.findAllByTestId("finding");
    narrow();
    expect(screen.queryByTestId("close-tool")).toBeNull();
    await user.click(rows[1] as HTMLElement);
    await waitFor(() => expect(screen.getByRole("button", { name: "Close the finding" })).toHaveFocus());
    expect(container.querySelector("[data-drawer='tool'] > aside")).not.toBeNull();
    expect(await violations()).toEqual([]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(rows[1]).toHaveFocus());
    await user.keyboard(" ");
    await waitFor(() => expect(screen.getByRole("button", { name: "Close the finding" })).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(rows[1]).toHaveFocus());
    // Enter applies the fix here and does not open the drawer.
    await user.keyboard("{Enter}");
    await waitFor(() => expect(backend.decide).toHaveBeenCalledOnce());
    expect(screen.queryByTestId("close-tool")).toBeNull();
  });
});
