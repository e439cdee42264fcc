// The calls on the gateway page: what is listed, filtered, opened, copied and cleared, and what comes in meanwhile.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { busyGateway, callOf, FakeGateway } from "../../../test/fake-gateway";
import type { FakeWindow } from "../../../test/fake-window";
import { fakeWindow } from "../../../test/fake-window";
import { fake } from "../../../test/mock-backend";
import { renderApp } from "../../../test/render-app";
import type { CallView } from "../../backend";
import { BackendError } from "../../backend/error";

let backend: FakeWindow;
beforeEach(() => {
  backend = fakeWindow();
  backend.behind.gateway = busyGateway(["home_notes_get_note", "home_notes_gone"], 12);
  fake.current = backend;
});

async function renderGateway() {
  const app = renderApp({ view: "gateway" });
  await screen.findByTestId("gateway-calls");
  return app;
}
async function renderCalls() {
  const app = await renderGateway();
  await screen.findAllByTestId("call");
  return app;
}
const rows = () => screen.getAllByTestId("call");
const row = (at: number) => rows()[at] as HTMLElement;
const cells = (at: number) => within(row(at)).getAllByRole("gridcell").map((cell) => cell.textContent);
const toggle = (at: number) => within(row(at)).getByRole("button", { name: /was called with$/ });
const come = (call: CallView) => {
  backend.behind.gateway.log = [call, ...backend.behind.gateway.log];
};

describe("calls", () => {
  it("are listed with who, what, what was decided, why, and how it ended", async () => {
    await renderCalls();
    expect(rows()).toHaveLength(12);
    const time = expect.stringMatching(/^\d\d:\d\d:\d\d$|^\d+ \w+ \d\d:\d\d$/);
    expect(cells(0)).toEqual([time, "Claude Code", "home_notes_get_note", "Read-only", "Allowed", "", "84 ms", "OK"]);
    expect(cells(2)).toEqual([
      time, "VS Code", "home_notes_get_note", "Destructive", "Denied", "The server changed this tool; nobody reviewed it since", "", "Not sent",
    ]);
    expect(cells(3).slice(4)).toEqual(["Allowed", "", "212 ms", "Tool error"]);
    expect(cells(4).slice(4)).toEqual(["Not offered", "This client is offered no such tool", "", "Not sent"]);
  });

  it("are shown by kind, with counts", async () => {
    const { user } = await renderCalls();
    const chips = ["All 12", "Denied 4", "Failed 2"].map((name) => screen.getByRole("button", { name }));
    expect(chips.map((chip) => chip.getAttribute("aria-pressed"))).toEqual(["true", "false", "false"]);
    await user.click(screen.getByRole("button", { name: "Failed 2" }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.getByText("2 calls shown")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Failed 2" })).toHaveAttribute("aria-pressed", "true");
  });

  it("are filtered by part of a name, reached with /", async () => {
    const { user } = await renderCalls();
    await user.keyboard("/");
    expect(screen.getByTestId("filter-calls")).toHaveFocus();
    await user.keyboard("vs code");
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(backend.calls.mock.lastCall?.[0]).toMatchObject({ text: "vs code", only: "all" });
    await user.keyboard(" and nothing like it");
    expect(await screen.findByText("No call matches")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all calls" }));
    await waitFor(() => expect(rows()).toHaveLength(12));
    expect(screen.getByTestId("filter-calls")).toHaveFocus();
  });

  it("lead to their tool where there is one", async () => {
    const { user } = await renderCalls();
    expect(within(row(1)).queryByRole("button", { name: "home_notes_gone" })).toBeNull();
    await user.click(within(row(0)).getByRole("button", { name: "home_notes_get_note" }));
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_get_note"));
  });

  it("show what a client or a server sends as text", async () => {
    backend.behind.gateway.log = [callOf(1, { client: "a\u202eb", tool: "<i>x\u200b", why: "w\u200by", arguments: [{ name: "n\u200b", kind: "string", value: "v\u202e" }] })];
    const { user } = await renderCalls();
    expect(cells(0).slice(1, 3)).toEqual(["aU+202Eb", "<i>xU+200B"]);
    await user.click(toggle(0));
    expect(screen.getByTestId("call-detail")).toHaveTextContent(/wU\+200By.*nU\+200B.*vU\+202E/);
  });
});

describe("an open call", () => {
  it("shows names and kinds of its arguments, and values only where they were written down", async () => {
    const { user } = await renderCalls();
    await user.click(toggle(0));
    const detail = screen.getByTestId("call-detail");
    expect(within(detail).getAllByRole("listitem").map((item) => item.textContent)).toEqual(["note_idnumber", "titlestring", "optionsobject"]);
    expect(toggle(0)).toHaveAttribute("aria-expanded", "true");
    await user.click(toggle(1));
    expect(screen.getAllByTestId("call-detail")).toHaveLength(1);
    expect(screen.getByTestId("call-detail")).toHaveTextContent("note_idnumber4711");
  });

  it("says that there were none", async () => {
    backend.behind.gateway.log = [callOf(1, { arguments: [] })];
    const { user } = await renderCalls();
    await user.click(row(0));
    expect(screen.getByTestId("call-detail")).toHaveTextContent("Called without arguments.");
  });

  it("is reached and folded with the keys", async () => {
    const { user } = await renderCalls();
    row(0).focus();
    await user.keyboard("jj{Enter}");
    expect(row(2)).toHaveFocus();
    expect(toggle(2)).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("call-detail")).toBeNull();
    await user.keyboard("{ArrowUp}{ArrowRight}");
    expect(toggle(1)).toHaveAttribute("aria-expanded", "true");
    await user.keyboard("{End}");
    expect(row(11)).toHaveFocus();
  });
});

describe("while calls come in", () => {
  it("lists new ones first, and keeps focus and what is open", async () => {
    const { user } = await renderCalls();
    row(1).focus();
    await user.keyboard("{Enter}");
    const focused = row(1);
    come(callOf(13, { client: "Zed" }));
    await waitFor(() => expect(rows()).toHaveLength(13));
    expect(cells(0)[1]).toBe("Zed");
    expect(row(2)).toBe(focused);
    expect(focused).toHaveFocus();
    expect(toggle(2)).toHaveAttribute("aria-expanded", "true");
  });

  it("holds still what somebody scrolled to", async () => {
    backend.behind.gateway.log = busyGateway(["a"], 80).log;
    await renderCalls();
    const grid = screen.getByRole("grid", { name: "Calls" });
    grid.scrollTop = 280;
    fireEvent.scroll(grid);
    come(callOf(81));
    come(callOf(82));
    await waitFor(() => expect(screen.getByRole("button", { name: "All 82" })).toBeVisible());
    expect(grid.scrollTop).toBe(280 + 2 * 28);
  });

  it("asks for older ones when the end is near, and draws few of many", async () => {
    backend.behind.gateway.log = busyGateway(["a"], 250).log;
    const { user } = await renderCalls();
    expect(rows().length).toBeLessThan(60);
    expect(screen.getByRole("grid", { name: "Calls" })).toHaveAttribute("aria-rowcount", "101");
    const grid = screen.getByRole("grid", { name: "Calls" });
    grid.scrollTop = 100 * 28;
    fireEvent.scroll(grid);
    await waitFor(() => expect(grid).toHaveAttribute("aria-rowcount", "201"));
    expect(backend.calls.mock.calls.map(([input]) => input.before)).toContain(151);
    expect(rows().length).toBeLessThan(60);
    await user.click(screen.getByTestId("calls-menu"));
    expect(await screen.findByRole("menuitem", { name: "Copy the 200 shown as JSON" })).toBeVisible();
  });
});

describe("all calls", () => {
  it("are copied as JSON", async () => {
    const { user } = await renderCalls();
    await user.click(screen.getByTestId("calls-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Copy as JSON" }));
    await waitFor(async () => expect(JSON.parse(await navigator.clipboard.readText())).toHaveLength(12));
  });

  it("are written to a file that a person chooses, as they are filtered", async () => {
    const { user } = await renderCalls();
    backend.chooseExportPath.mockResolvedValueOnce(null).mockResolvedValue("/srv/calls.csv");
    const write = async (name: string) => {
      await user.click(screen.getByTestId("calls-menu"));
      await user.click(await screen.findByRole("menuitem", { name }));
    };
    await write("Write to a file…");
    await waitFor(() => expect(backend.chooseExportPath).toHaveBeenCalledOnce());
    expect(backend.writeCalls).not.toHaveBeenCalled();
    await write("Write to a file…");
    expect(await screen.findByText("12 calls written to /srv/calls.csv")).toBeVisible();
    expect(backend.writeCalls).toHaveBeenCalledExactlyOnceWith({ path: "/srv/calls.csv", only: "all", text: null, replace: true });
    await user.type(screen.getByTestId("filter-calls"), "no such call");
    await write("Write those that match to a file…");
    expect(await screen.findByText("0 calls written to /srv/calls.csv")).toBeVisible();
  });

  it("are cleared once that is confirmed", async () => {
    const { user } = await renderCalls();
    await user.click(screen.getByTestId("calls-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Clear the log…" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent("12 calls that passed are forgotten");
    await user.click(screen.getByTestId("confirm-clear"));
    expect(await screen.findByText("No calls yet")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.clearCalls).toHaveBeenCalledOnce();
  });

  it("that could not be read say so", async () => {
    backend.calls.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    await renderGateway();
    expect(await screen.findByText("The calls could not be read")).toBeVisible();
  });
});

describe("without a call", () => {
  it("says what the gateway is for, starts it, and names the other way", async () => {
    backend.behind.gateway = new FakeGateway();
    const { user } = await renderGateway();
    await screen.findByText("Your servers, as you decided, for every client");
    expect(screen.getByText("hintsmith install CLIENT SERVER")).toBeVisible();
    expect(await violations()).toEqual([]);
    await user.click(screen.getByTestId("start-gateway"));
    expect(await screen.findByText("No calls yet")).toBeVisible();
    expect(screen.getByTestId("gateway-switch")).toBeChecked();
  });
});
