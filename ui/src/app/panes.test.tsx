// Layout of the window: resizable panes, a narrow window, page shortcuts, and focus restoration.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../test/axe";
import { fake } from "../../test/mock-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";
import { notifyDone } from "../shared/notify";
import { PAGES } from "../shared/pages";

const WIDE = 1440;
const resize = (width: number) =>
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event("resize"));
  });

beforeEach(() => {
  fake.current = recordedBackend("app");
  window.innerWidth = WIDE;
});
afterEach(() => {
  window.innerWidth = 1024;
});

async function renderReady() {
  const app = renderApp();
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  return app;
}
const edge = (name: string) => screen.getByRole("separator", { name });
const widthOf = (name: string) => Number(edge(name).getAttribute("aria-valuenow"));

describe("splitters", () => {
  it("resize with the arrow keys, within bounds, and save the width", async () => {
    const { user } = await renderReady();
    expect(widthOf("Sidebar width")).toBe(224);
    act(() => edge("Sidebar width").focus());
    await user.keyboard("{ArrowRight}");
    expect(widthOf("Sidebar width")).toBe(240);
    expect(localStorage.getItem("hintsmith.sidebar")).toBe("240");
    await user.keyboard("{End}{ArrowRight}");
    expect(widthOf("Sidebar width")).toBe(320);
    await user.keyboard("{Home}{ArrowLeft}");
    expect(widthOf("Sidebar width")).toBe(160);
    act(() => edge("Tool panel width").focus());
    await user.keyboard("{ArrowLeft}");
    expect(widthOf("Tool panel width")).toBe(416);
  });

  it("resize by dragging, and reset on double click", async () => {
    await renderReady();
    const panel = edge("Tool panel width");
    fireEvent.pointerDown(panel, { button: 0, clientX: 1000, pointerId: 1 });
    fireEvent.pointerMove(panel, { clientX: 900, pointerId: 1 });
    expect(widthOf("Tool panel width")).toBe(500);
    fireEvent.pointerMove(panel, { clientX: 100, pointerId: 1 });
    expect(widthOf("Tool panel width")).toBe(640);
    fireEvent.pointerUp(panel, { pointerId: 1 });
    fireEvent.pointerMove(panel, { clientX: 1000, pointerId: 1 });
    expect(widthOf("Tool panel width")).toBe(640);
    fireEvent.doubleClick(panel);
    expect(widthOf("Tool panel width")).toBe(400);
    expect(localStorage.getItem("hintsmith.panel")).toBeNull();
  });

  it("leave the minimum width to the page when the window gets smaller", async () => {
    localStorage.setItem("hintsmith.sidebar", "320");
    localStorage.setItem("hintsmith.panel", "640");
    await renderReady();
    expect(widthOf("Tool panel width")).toBe(640);
    resize(920);
    expect(widthOf("Sidebar width") + widthOf("Tool panel width")).toBeLessThanOrEqual(920 - 360);
  });
});

describe("a narrow window", () => {
  it("shows a selected tool as a drawer, and returns the focus", async () => {
    const { user, container } = await renderReady();
    resize(720);
    expect(screen.queryByRole("separator")).toBeNull();
    expect(screen.queryByTestId("close-tool")).toBeNull();
    const card = screen.getAllByTestId("card")[2] as HTMLElement;
    await user.click(card);
    await waitFor(() => expect(screen.getByTestId("close-tool")).toHaveFocus());
    expect(container.querySelector("[data-drawer='tool']")).not.toBeNull();
    expect(await violations()).toEqual([]);
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("close-tool")).toBeNull();
    await waitFor(() => expect(card).toHaveFocus());
    await user.keyboard("{Enter}");
    await user.click(await screen.findByTestId("close-tool"));
    await waitFor(() => expect(card).toHaveFocus());
  });

  it("opens every page from the rail, and servers and environments from the expanded sidebar", async () => {
    const { user } = await renderReady();
    resize(720);
    expect(screen.queryByTestId("nav-server-demo")).toBeNull();
    await user.click(screen.getByTestId("nav-rules"));
    expect(await screen.findByRole("heading", { name: "Rules", level: 1 })).toBeInTheDocument();
    await user.click(screen.getByTestId("show-sidebar"));
    expect(screen.getByTestId("environment")).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    await user.click(screen.getByTestId("nav-server-demo"));
    expect(await screen.findByRole("heading", { name: "demo", level: 1 })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByTestId("environment")).toBeNull());
    await user.click(screen.getByTestId("show-sidebar"));
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("environment")).toBeNull();
  });
});

describe("the sidebar", () => {
  it("opens every page, and marks the current one", async () => {
    const { user } = renderApp({ view: "history" });
    const pages = [...PAGES.map(({ label, testId }) => ({ label, testId })), { label: "Preferences", testId: "nav-preferences" }];
    for (const { label, testId } of pages) {
      await user.click(await screen.findByTestId(testId));
      const main = await screen.findByRole("main");
      expect(within(main).getByRole("heading", { name: label, level: 1 })).toBeInTheDocument();
      expect(screen.getByTestId(testId)).toHaveAttribute("aria-current", "page");
    }
  });
});

describe("page shortcuts", () => {
  it("count the pages in the order of the sidebar, whose tooltips show them", async () => {
    await renderReady();
    const sidebar = screen.getByRole("navigation", { name: "Main" });
    const titles = PAGES.map(({ testId }) => within(sidebar).getByTestId(testId)).map((item) => item.title);
    expect(titles).toEqual(PAGES.map(({ label }, index) => `${label} (Ctrl+${index + 1})`));
    const inOrder = [...sidebar.querySelectorAll<HTMLElement>("[title*='Ctrl+']")].map((item) => item.title);
    expect(inOrder).toEqual([...titles, "Preferences (Ctrl+,)"]);
  });

  it("open the pages, also while typing, but not while a dialog is open", async () => {
    const { user } = await renderReady();
    const heading = (name: string) => screen.findByRole("heading", { name, level: 1 });
    await user.click(screen.getByTestId("search"));
    await user.keyboard("{Control>}6{/Control}");
    expect(await heading("History")).toBeInTheDocument();
    await user.keyboard("{Control>}5{/Control}");
    expect(await heading("Rules")).toBeInTheDocument();
    await user.keyboard("{Control>},{/Control}");
    expect(await heading("Preferences")).toBeInTheDocument();
    await user.keyboard("?");
    const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    for (const area of ["Everywhere", "All tools", "Current tool", "Review"]) {
      expect(within(list).getByRole("heading", { name: area })).toBeInTheDocument();
    }
    await user.keyboard("{Control>}2{/Control}{Escape}");
    expect(await heading("Preferences")).toBeInTheDocument();
    await user.keyboard("{Control>}2{/Control}");
    expect(await heading("All tools")).toBeInTheDocument();
  });
});

describe("focus", () => {
  it("returns to the card when a focused toast closes", async () => {
    const { user } = await renderReady();
    const card = screen.getAllByTestId("card")[1] as HTMLElement;
    await user.click(card);
    act(() => notifyDone("Done", () => undefined));
    await user.click(await screen.findByRole("button", { name: /^Undo/ }));
    await waitFor(() => expect(card).toHaveFocus());
  });

  it("returns to the control that opened a dialog, also from a menu", async () => {
    const { user } = await renderReady();
    await user.click(screen.getByTestId("environment"));
    await user.click(await screen.findByRole("menuitem", { name: /Manage/ }));
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByTestId("environment")).toHaveFocus());
  });
});
