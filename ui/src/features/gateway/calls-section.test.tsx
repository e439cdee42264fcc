// Tests of the calls section: list, filter, detail, copy, clear, and calls that arrive meanwhile.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { LOGGED_CALL } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { LoggedCall } from "../../../test/preparation";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import type { CallView } from "../../backend";
import { BackendError } from "../../backend/error";
import { useCatalogFilter } from "../../shared/catalog-filter";
import { useNavigation } from "../../shared/navigation";

const CALL: LoggedCall = { ...LOGGED_CALL, arguments: { note_id: 4711, title: "Shopping", options: {} } };
const KINDS: readonly Partial<LoggedCall>[] = [
  {},
  { reason: "Read-only, decided by you", values: true },
  { verdict: "denied", reason: "The server changed this tool after its last review", outcome: "error" },
  { outcome: "toolError", values: true },
  { verdict: "unknown", outcome: "error" },
  { values: true },
];
/** Calls of every kind in turn, newest first; every second one is of a tool that does not exist. */
const CALLS = Array.from({ length: 12 }, (_, index): LoggedCall => ({
  ...CALL,
  client: ["Claude Code", "Codex", "VS Code"][index % 3] as string,
  tool: index % 2 ? "home_notes_gone" : "home_notes_get_note",
  ...KINDS[index % KINDS.length],
}));

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("gateway");
  fake.current = backend;
});
/** Logs calls, given newest first. */
const log = (...calls: LoggedCall[]) => backend.prepare("logCalls", { calls: calls.toReversed() });

async function renderGateway() {
  const app = renderApp({ view: "gateway" });
  await screen.findByTestId("gateway-calls");
  return app;
}
async function renderCalls(...calls: LoggedCall[]) {
  await log(...(calls.length > 0 ? calls : CALLS));
  const app = await renderGateway();
  await screen.findAllByTestId("call");
  return app;
}
const rows = () => screen.getAllByTestId("call");
const row = (at: number) => rows()[at] as HTMLElement;
const cells = (at: number) => within(row(at)).getAllByRole("gridcell").map((cell) => cell.textContent);
const toggle = (at: number) => within(row(at)).getByRole("button", { name: /^Arguments of / });
/** More calls than a recording should have, equal except for their ids, which start at 1. */
function logMany(count: () => number): void {
  const call: CallView = { id: 0, at: "2026-09-12T09:30:00Z", server: "demo", client: "Codex", tool: "a", arguments: [], badges: [], verdict: "allowed", why: null, outcome: "ok", tookMs: 84 };
  backend.calls.mockImplementation(async ({ before, limit }) => {
    const newest = Math.min(count(), (before ?? Infinity) - 1);
    const calls = Array.from({ length: Math.min(limit, newest) }, (_, index) => ({ ...call, id: newest - index }));
    return { calls, all: count(), denied: 0, failed: 0 };
  });
}

describe("calls", () => {
  it("are listed with client, tool, decision, reason and result", async () => {
    await renderCalls();
    expect(rows()).toHaveLength(12);
    const time = expect.stringMatching(/^\d\d:\d\d:\d\d$|^\d+ \w+ \d\d:\d\d$/);
    expect(cells(0)).toEqual([time, "Claude Code", "home_notes_get_note", "Read-only", "Allowed", "", "84 ms", "OK"]);
    expect(cells(2)).toEqual([
      time, "VS Code", "home_notes_get_note", "Read-only", "Denied", "The server changed this tool after its last review", "84 ms", "Not sent",
    ]);
    expect(cells(3).slice(4)).toEqual(["Allowed", "", "84 ms", "Tool error"]);
    expect(cells(4).slice(4)).toEqual(["Not offered", "Tool not offered to this client", "84 ms", "Not sent"]);
  });

  it("are filtered by kind, with counts", async () => {
    const { user } = await renderCalls();
    const chips = ["All 12", "Denied 4", "Failed 2"].map((name) => screen.getByRole("button", { name }));
    expect(chips.map((chip) => chip.getAttribute("aria-pressed"))).toEqual(["true", "false", "false"]);
    await user.click(screen.getByRole("button", { name: "Failed 2" }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.getByText("2 calls shown")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Failed 2" })).toHaveAttribute("aria-pressed", "true");
  });

  it("are filtered by part of a name, in a field that / focuses", async () => {
    const { user } = await renderCalls();
    await user.keyboard("/");
    expect(screen.getByTestId("filter-calls")).toHaveFocus();
    await user.keyboard("vs");
    await waitFor(() => expect(rows()).toHaveLength(4));
    expect(backend.calls.mock.lastCall?.[0]).toMatchObject({ text: "vs", only: "all" });
    await user.keyboard("z");
    expect(await screen.findByText("No matching calls")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all calls" }));
    await waitFor(() => expect(rows()).toHaveLength(12));
    expect(screen.getByTestId("filter-calls")).toHaveFocus();
  });

  it("link to their tool if it exists", async () => {
    const { user } = await renderCalls();
    expect(within(row(1)).queryByRole("button", { name: "home_notes_gone" })).toBeNull();
    await user.click(within(row(0)).getByRole("button", { name: "home_notes_get_note" }));
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_get_note"));
  });

  it("show text of clients and servers with hidden characters as codes", async () => {
    const hostile = { client: "a\u202eb", tool: "<i>x\u200b", reason: "w\u200by", arguments: { "n\u200b": "v\u202e" }, values: true };
    const { user } = await renderCalls({ ...CALL, ...hostile });
    expect(cells(0).slice(1, 3)).toEqual(["aU+202Eb", "<i>xU+200B"]);
    await user.click(toggle(0));
    expect(screen.getByTestId("call-detail")).toHaveTextContent(/wU\+200By.*nU\+200B.*vU\+202E/);
  });
});

describe("an open call", () => {
  it("shows names and types of its arguments, and values only if they were logged", async () => {
    const { user } = await renderCalls();
    await user.click(toggle(0));
    const detail = screen.getByTestId("call-detail");
    expect(within(detail).getAllByRole("listitem").map((item) => item.textContent)).toEqual(["note_ida number", "optionsan object", "titlea string"]);
    expect(toggle(0)).toHaveAttribute("aria-expanded", "true");
    await user.click(toggle(1));
    expect(screen.getAllByTestId("call-detail")).toHaveLength(1);
    expect(screen.getByTestId("call-detail")).toHaveTextContent("note_ida number4711");
  });

  it("shows how long it took, for a table without that column", async () => {
    const { user } = await renderCalls();
    await user.click(toggle(0));
    expect(screen.getByTestId("call-detail")).toHaveTextContent(", 84 ms");
  });

  it("shows that it had no arguments", async () => {
    const { user } = await renderCalls({ ...CALL, arguments: {} });
    await user.click(row(0));
    expect(screen.getByTestId("call-detail")).toHaveTextContent("Called without arguments");
  });

  it("is opened and closed with the keyboard", async () => {
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

describe("while calls arrive", () => {
  it("lists new ones first, and keeps the focus and the open call", async () => {
    const { user } = await renderCalls();
    row(1).focus();
    await user.keyboard("{Enter}");
    const focused = row(1);
    await log({ ...CALL, client: "Zed" });
    await waitFor(() => expect(rows()).toHaveLength(13));
    expect(cells(0)[1]).toBe("Zed");
    expect(row(2)).toBe(focused);
    expect(focused).toHaveFocus();
    expect(toggle(2)).toHaveAttribute("aria-expanded", "true");
  });

  it("keeps the scroll position", async () => {
    let count = 80;
    logMany(() => count);
    await renderGateway();
    await screen.findAllByTestId("call");
    const grid = screen.getByRole("grid", { name: "Calls" });
    grid.scrollTop = 280;
    fireEvent.scroll(grid);
    count = 82;
    await waitFor(() => expect(screen.getByRole("button", { name: "All 82" })).toBeVisible());
    expect(grid.scrollTop).toBe(280 + 2 * 28);
  });

  it("loads older ones near the end, and renders few of many", async () => {
    logMany(() => 250);
    const { user } = await renderGateway();
    await screen.findAllByTestId("call");
    expect(rows().length).toBeLessThan(60);
    expect(screen.getByRole("grid", { name: "Calls" })).toHaveAttribute("aria-rowcount", "101");
    const grid = screen.getByRole("grid", { name: "Calls" });
    grid.scrollTop = 100 * 28;
    fireEvent.scroll(grid);
    await waitFor(() => expect(grid).toHaveAttribute("aria-rowcount", "201"));
    expect(backend.calls.mock.calls.map(([input]) => input.before)).toContain(151);
    expect(rows().length).toBeLessThan(60);
    await user.click(screen.getByTestId("calls-menu"));
    expect(await screen.findByRole("menuitem", { name: "Copy 200 calls as JSON" })).toBeVisible();
  });
});

describe("all calls", () => {
  it("are copied as JSON", async () => {
    const { user } = await renderCalls();
    await user.click(screen.getByTestId("calls-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Copy as JSON" }));
    await waitFor(async () => expect(JSON.parse(await navigator.clipboard.readText())).toHaveLength(12));
  });

  it("are exported to a chosen file, as they are filtered", async () => {
    const { user } = await renderCalls();
    backend.chooseExportPath.mockResolvedValueOnce(null).mockResolvedValue("/home/anna/calls.csv");
    const exportBy = async (name: string) => {
      await user.click(screen.getByTestId("calls-menu"));
      await user.click(await screen.findByRole("menuitem", { name }));
    };
    await exportBy("Export to file…");
    await waitFor(() => expect(backend.chooseExportPath).toHaveBeenCalledOnce());
    expect(backend.writeCalls).not.toHaveBeenCalled();
    await exportBy("Export to file…");
    expect(await screen.findByText("12 calls exported to /home/anna/calls.csv")).toBeVisible();
    expect(backend.writeCalls).toHaveBeenCalledExactlyOnceWith({ path: "/home/anna/calls.csv", only: "all", text: null, replace: true });
    await user.type(screen.getByTestId("filter-calls"), "zz");
    await exportBy("Export matching calls to file…");
    expect(await screen.findByText("0 calls exported to /home/anna/calls.csv")).toBeVisible();
  });

  it("are cleared after a confirmation", async () => {
    const { user } = await renderCalls();
    await user.click(screen.getByTestId("calls-menu"));
    await user.click(await screen.findByRole("menuitem", { name: "Clear log…" }));
    expect(await screen.findByRole("dialog")).toHaveTextContent("12 logged calls are deleted, including argument values.");
    await user.click(screen.getByTestId("confirm-clear"));
    expect(await screen.findByText("One address for all your servers")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(backend.clearCalls).toHaveBeenCalledOnce();
  });

  it("that fail to load show an error", async () => {
    backend.calls.mockRejectedValue(new BackendError("internal", "the store is busy", "Wait a moment."));
    await renderGateway();
    expect(await screen.findByText("Could not load the calls")).toBeVisible();
  });
});

describe("without a call", () => {
  it("explains the gateway, starts it, and mentions the alternative once", async () => {
    const { user } = await renderGateway();
    await screen.findByText("One address for all your servers");
    expect(screen.getAllByRole("button", { name: "Connect a client…" })).toHaveLength(1);
    expect(screen.getByText(/puts Hintsmith before one server in a client’s configuration/)).toBeVisible();
    expect(await violations()).toEqual([]);
    await user.click(screen.getByTestId("start-gateway"));
    expect(await screen.findByText("No calls yet")).toBeVisible();
    expect(screen.getByTestId("gateway-switch")).toBeChecked();
  });
});

describe("what decides about a call", () => {
  it("leads from a call to the approval mode of its tool", async () => {
    const { user } = await renderCalls(CALL, { ...CALL, verdict: "unknown", tool: "home_notes_gone" });
    await user.click(toggle(1));
    expect(await screen.findByTestId("call-detail")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Approval mode of/ })).toBeNull();
    await user.click(toggle(0));
    await user.click(await screen.findByRole("button", { name: "Approval mode of home_notes_get_note…" }));
    expect(await screen.findByTestId("approval-mode")).toBeVisible();
  });

  it("leads from a server to its tools", async () => {
    const { user } = await renderGateway();
    await user.click(await screen.findByRole("button", { name: "Tools of demo and their approval modes" }));
    expect(useNavigation.getState().view).toBe("catalog");
    expect(useCatalogFilter.getState().server).toBe("demo");
  });
});
