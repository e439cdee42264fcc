// Tests of the findings page: requests, a single fix, shortcuts, saving, and states.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderFindings, renderNoFindings } from "../../../test/render-findings";
import type { FindingRow, FindingsInput, FindingView } from "../../backend";
import { BackendError } from "../../backend/error";
import { useArrivals } from "../../shared/go-to-tool";
import { useNavigation } from "../../shared/navigation";
import { useSelection } from "../../shared/selection";

const EVERYTHING: FindingsInput = { profile: null, severity: null, server: null, rule: null, text: "", suppressed: false, order: "severity" };

const SUPPRESSED = { server: "demo", tool: "home_notes_search_note", rule: "title-missing", reason: "The server sets it at run time." };

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("findings");
  fake.current = backend;
  await backend.prepare("suppress", SUPPRESSED);
});

const rows = () => screen.getAllByTestId("finding");
const row = (tool: string) => {
  const found = rows().find((one) => one.dataset.tool === tool);
  if (!found) throw new Error(`no ${tool} in the list`);
  return found;
};
const current = () => rows().find((one) => one.getAttribute("aria-selected") === "true")?.dataset.tool;
const lastRequest = () => backend.findings.mock.lastCall?.[0];
const choose = async (user: Awaited<ReturnType<typeof renderFindings>>["user"], menu: string, item: string | RegExp) => {
  await user.click(screen.getByTestId(menu));
  await user.click(await screen.findByRole("menuitemradio", { name: item }));
};

const hostile = (finding: FindingView, bad: string): FindingView => ({
  ...finding,
  message: `the name is ${bad}`,
  fix: { label: `Set the title to ${bad}`, decisions: [{ field: "title", value: bad }], safe: true },
});

const DELETE = "demo.home_notes_delete_note";
const SHARE = "demo.home_notes_share_note";
const UPDATE = "demo.home_notes_update_note";
const CREATE = "demo.home_notes_create_note";
const FORECAST = "weather.get_forecast";
/** Leaves two tools and one suppressed finding. */
const SOUND = { server: "demo", without: ["create", "update", "share", "delete"].map((verb) => `home_notes_${verb}_note`) };
/** Contradictory annotations: read-only and destructive. */
const CONTRADICTORY = { readOnlyHint: true, destructiveHint: true, openWorldHint: false };

describe("the list", () => {
  it("shows severity, message, rule, tool and action, the most severe first", async () => {
    await renderFindings();
    expect(rows().map((one) => one.dataset.tool)).toEqual([DELETE, UPDATE, SHARE, DELETE, CREATE, FORECAST]);
    expect(row(DELETE)).toHaveTextContent("The tool is both read-only and destructiveError·demo.home_notes_delete_note· contradictory-hints");
    expect(within(row(DELETE)).getByRole("button", { name: "Set Read-only to No" })).toBeInTheDocument();
    expect(within(row(UPDATE)).getByRole("button", { name: "Set Read-only to No, Destructive to No, unsafe fix" })).toBeInTheDocument();
    expect(row(UPDATE)).toHaveTextContent("unsafe fix");
    expect(screen.getByTestId("finding-counts")).toHaveTextContent(
      "4 errors and warnings (the number in the sidebar) and 2 notes. 2 of the listed findings have a safe fix, 2 an unsafe one.",
    );
    expect(within(row(SHARE)).getByRole("button", { name: "Open tool" })).toBeInTheDocument();
    expect(row(SHARE)).toHaveTextContent("may be wrong");
    expect(row(DELETE)).not.toHaveTextContent("may be wrong");
    expect(screen.getByText("6 findings").closest("[role=status]")).not.toBeNull();
  });

  it("renders a few rows of two thousand and shows how many more match", async () => {
    backend.amend("findings", (view) => {
      const rows = Array.from({ length: 2_000 }, (_, index) => ({ ...(view.rows[0] as FindingRow), tool: `tool_${index}` }));
      return { ...view, rows, more: 500, matching: 2_500 };
    });
    await renderFindings();
    const list = screen.getByTestId("findings-list");
    expect(list).toHaveAttribute("aria-rowcount", "2000");
    for (const top of [0, 50_000, 103_000]) {
      act(() => {
        list.scrollTop = top;
        list.dispatchEvent(new Event("scroll"));
      });
      expect(rows().length).toBeGreaterThan(10);
      expect(rows().length).toBeLessThan(40);
    }
    expect(screen.getByText(/^500 more match/)).toBeInTheDocument();
  });

  it("shows hostile names, messages and fixes as text", async () => {
    const bad = "<img src=x onerror=alert(1)>\u202e";
    backend.amend("findings", (view) => ({ ...view, rows: view.rows.slice(0, 1).map((first) => ({ ...first, tool: bad, title: bad, finding: hostile(first.finding, bad) })) }));
    const { container, user } = await renderFindings();
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).not.toContain("\u202e");
    expect(rows()[0]).toHaveTextContent("U+202E");
    await user.click(screen.getByTestId("apply-fixes"));
    await screen.findByTestId("fixes-sum");
    await user.keyboard("{Escape}i");
    await screen.findByTestId("suppress-dialog");
    expect(document.querySelector("img")).toBeNull();
    expect(document.body.textContent).not.toContain("\u202e");
  });
});

describe("filters", () => {
  it("query the backend by severity, server, rule and text", async () => {
    const { user } = await renderFindings();
    expect(lastRequest()).toEqual(EVERYTHING);
    expect(screen.getByRole("button", { name: "All 6" })).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "Warnings 3" }));
    await waitFor(() => expect(lastRequest()).toEqual({ ...EVERYTHING, severity: "warning" }));
    await waitFor(() => expect(rows()).toHaveLength(3));
    // The counts ignore the severity filter, so that another severity can be chosen.
    expect(screen.getByRole("button", { name: "Errors 1" })).toBeInTheDocument();
    await choose(user, "findings-server", "demo (5)");
    await waitFor(() => expect(lastRequest()).toEqual({ ...EVERYTHING, severity: "warning", server: "demo" }));
    await choose(user, "findings-rule", "instructs-the-model (1)");
    const expected = { ...EVERYTHING, severity: "warning", server: "demo", rule: "instructs-the-model" };
    await waitFor(() => expect(lastRequest()).toEqual(expected));
    await user.keyboard("/");
    expect(screen.getByTestId("search-findings")).toHaveFocus();
    await user.paste("share");
    await waitFor(() => expect(lastRequest()).toMatchObject({ text: "share" }));
    await choose(user, "findings-server", "All servers");
    await waitFor(() => expect(lastRequest()).toMatchObject({ server: null, rule: "instructs-the-model" }));
  });

  it("select the order, and the suppressed findings", async () => {
    const { user } = await renderFindings();
    await choose(user, "findings-order", "Rule");
    await waitFor(() => expect(lastRequest()).toEqual({ ...EVERYTHING, order: "rule" }));
    await user.click(screen.getByRole("button", { name: "Suppressed 1" }));
    await waitFor(() => expect(lastRequest()).toEqual({ ...EVERYTHING, order: "rule", suppressed: true }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(rows()[0]).toHaveTextContent("suppressed");
    expect(screen.getByTestId("suppression")).toHaveTextContent("Suppressed by anna on 12 September: The server sets it at run time.");
  });

  it("that match nothing can be cleared", async () => {
    const { user } = await renderFindings();
    await user.click(screen.getByTestId("search-findings"));
    await user.paste("nothing is called this");
    expect(await screen.findByText("No matching findings")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(rows()).toHaveLength(6));
    expect(screen.getByTestId("search-findings")).toHaveValue("");
    expect(screen.getByTestId("search-findings")).toHaveFocus();
  });

  it("persist while another page is open", async () => {
    const first = await renderFindings();
    await first.user.click(screen.getByRole("button", { name: "Notes 2" }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    const { useFindingsFilter } = await import("../../shared/findings-filter");
    first.unmount();
    expect(useFindingsFilter.getState().severity).toBe("note");
  });

  it("by profile are a preference that can be undone", async () => {
    const { user } = await renderFindings();
    await choose(user, "findings-profile", "anthropic-directory");
    await waitFor(() => expect(backend.setPreference).toHaveBeenCalledExactlyOnceWith({ key: "lint.profile", value: "anthropic-directory" }));
    await waitFor(() => expect(screen.getByTestId("findings-profile")).toHaveTextContent("anthropic-directory"));
    await user.click(within(await screen.findByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledWith({ entry: 4 }));
  });
});

describe("one fix", () => {
  it("applies to the listed version of the tool, in the current environment, and can be undone", async () => {
    await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
    await backend.prepare("chooseEnvironment", { environment: "prod" });
    const { user } = await renderFindings();
    await user.click(within(row(DELETE)).getByRole("button", { name: "Set Read-only to No" }));
    await waitFor(() =>
      expect(backend.decide).toHaveBeenCalledExactlyOnceWith({
        server: "demo",
        tool: "home_notes_delete_note",
        environment: "prod",
        seen: "604a7fbf96b12a1d",
        decisions: [{ field: "hint", hint: "readOnly", value: false }],
        because: null,
      }),
    );
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("Set Read-only to No on Delete Note");
    // The next finding becomes the current one.
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(current()).toBe(UPDATE);
    await user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(backend.undo).toHaveBeenCalledOnce());
  });

  it("is applied once by a double click, although the next finding moves into its place", async () => {
    const tools = [{ name: "home_notes_create_note", annotations: CONTRADICTORY }];
    await backend.prepare("sendTools", { server: "demo", tools });
    const { user } = await renderFindings();
    expect(current()).toBe(CREATE);
    await user.dblClick(within(screen.getByTestId("finding-detail")).getByRole("button", { name: /Set Read-only to No/ }));
    await waitFor(() => expect(rows()[0]?.dataset.tool).toBe(DELETE));
    expect(backend.decide).toHaveBeenCalledOnce();
    // A fix that was sent is not sent again while its row is still listed.
    backend.findings.mockReturnValueOnce(new Promise(() => undefined));
    row(DELETE).focus();
    await user.keyboard("{Enter}{Enter}");
    expect(backend.decide).toHaveBeenCalledTimes(2);
  });

  it("that fails shows the error, and the finding stays", async () => {
    backend.decide.mockRejectedValueOnce(new BackendError("conflict", "the tool has changed", "Look at it again."));
    const { user } = await renderFindings();
    await user.click(within(row(DELETE)).getByRole("button", { name: "Set Read-only to No" }));
    expect(await screen.findByTestId("toast")).toHaveTextContent("The tool has changed");
    expect(rows()).toHaveLength(6);
    // After the list reloads, the fix can be retried.
    await waitFor(() => expect(backend.findings).toHaveBeenCalledTimes(2));
    await user.click(within(row(DELETE)).getByRole("button", { name: "Set Read-only to No" }));
    await waitFor(() => expect(backend.decide).toHaveBeenCalledTimes(2));
  });
});

describe("keys", () => {
  it("move, fix, open the tool at its field, and suppress", async () => {
    const { user } = await renderFindings();
    expect(current()).toBe(DELETE);
    await user.keyboard("j");
    expect(current()).toBe(UPDATE);
    expect(row(UPDATE)).toHaveFocus();
    await user.keyboard("{ArrowDown}{ArrowDown}k");
    expect(current()).toBe(SHARE);
    await user.keyboard("{End}");
    expect(current()).toBe(FORECAST);
    await user.keyboard("{Home}");
    expect(row(DELETE)).toHaveFocus();
    // The button of a row is a tab stop.
    await user.tab();
    expect(within(row(DELETE)).getByRole("button")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(row(UPDATE)).toHaveFocus();
    await user.keyboard("{ArrowUp}{Enter}");
    await waitFor(() => expect(backend.decide).toHaveBeenCalledOnce());
    // The decision fixes both findings of the tool and adds one: the tool is not reviewed.
    await waitFor(() => expect(rows()).toHaveLength(5));
    // The next finding moves into the row and has focus.
    expect(row(UPDATE)).toHaveFocus();
    await user.keyboard("j{Enter}");
    expect(backend.decide).toHaveBeenCalledOnce();
    await user.keyboard("i");
    expect(await screen.findByTestId("suppress-dialog")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTestId("suppress-dialog")).toBeNull());
    await user.keyboard("o");
    expect(useNavigation.getState().view).toBe("catalog");
    expect(useSelection.getState().selected).toEqual({ server: "demo", tool: "home_notes_share_note" });
    expect(useArrivals.getState().target).toEqual({ tool: { server: "demo", tool: "home_notes_share_note" }, section: "text" });
  });

  it("do nothing in a text field, and Enter activates the focused button", async () => {
    const { user } = await renderFindings();
    await user.type(screen.getByTestId("search-findings"), "jo");
    expect(screen.getByTestId("search-findings")).toHaveValue("jo");
    expect(useNavigation.getState().view).toBe("catalog");
    await user.clear(screen.getByTestId("search-findings"));
    await waitFor(() => expect(rows()).toHaveLength(6));
    screen.getByRole("button", { name: /^Errors/ }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(lastRequest()).toMatchObject({ severity: "error" }));
    expect(backend.decide).not.toHaveBeenCalled();
  });

  it("fix one finding while Enter is held down", async () => {
    const { user } = await renderFindings();
    row(DELETE).focus();
    await user.keyboard("{Enter>5/}");
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(backend.decide).toHaveBeenCalledOnce();
  });
});

describe("saving", () => {
  it("writes the matching findings to the chosen file, in the chosen format", async () => {
    backend.chooseExportPath.mockResolvedValueOnce("/home/anna/findings.sarif");
    const { user } = await renderFindings();
    await user.click(screen.getByRole("button", { name: "Errors 1" }));
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(screen.getByTestId("save-findings"));
    await user.click(await screen.findByRole("menuitem", { name: "SARIF…" }));
    await waitFor(() =>
      expect(backend.saveFindings).toHaveBeenCalledExactlyOnceWith({
        filter: { ...EVERYTHING, severity: "error" },
        format: "sarif",
        path: "/home/anna/findings.sarif",
        replace: true,
      }),
    );
    expect(backend.chooseExportPath).toHaveBeenCalledWith({ fileName: "findings.sarif" });
    expect(await screen.findByTestId("toast")).toHaveTextContent("Findings saved to /home/anna/findings.sarif");
  });

  it("writes nothing when the file dialog is cancelled", async () => {
    backend.chooseExportPath.mockResolvedValueOnce(null);
    const { user } = await renderFindings();
    await user.click(screen.getByTestId("save-findings"));
    await user.click(await screen.findByRole("menuitem", { name: "Text…" }));
    await waitFor(() => expect(backend.chooseExportPath).toHaveBeenCalledOnce());
    expect(backend.saveFindings).not.toHaveBeenCalled();
  });
});

describe("states", () => {
  it("empty: no findings, or no tools", async () => {
    await backend.prepare("sendTools", SOUND);
    await backend.prepare("removeServer", { server: "weather" });
    const app = renderNoFindings();
    expect(await screen.findByText("No findings in spec")).toBeInTheDocument();
    expect(screen.getByText("All 2 tools pass every check of this profile. 1 finding is suppressed.")).toBeInTheDocument();
    const apply = screen.getByTestId("apply-fixes");
    expect(apply).toHaveAttribute("aria-disabled", "true");
    expect(apply).toHaveAccessibleDescription("None of these findings can be fixed automatically");
    await app.user.click(apply);
    expect(screen.queryByTestId("fixes-dialog")).toBeNull();
    app.unmount();
    await backend.prepare("removeServer", { server: "demo" });
    renderNoFindings();
    expect(await screen.findByText("No tools yet")).toBeInTheDocument();
  });

  it("error: the findings could not be loaded", async () => {
    backend.findings.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Put it back."));
    const { user } = renderNoFindings();
    expect(await screen.findByText("The disk is gone. Put it back.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findAllByTestId("finding")).toHaveLength(6);
  });

  it("loading", async () => {
    backend.findings.mockReturnValueOnce(new Promise(() => undefined));
    renderNoFindings();
    expect(await screen.findByRole("status", { name: "Loading findings" })).toHaveAttribute("aria-busy", "true");
  });

  it("read-only: nothing can be changed", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "another Hintsmith holds the store" }));
    const { user } = await renderFindings();
    expect(screen.getByTestId("apply-fixes")).toHaveAccessibleDescription("The store is read-only: another Hintsmith holds the store");
    expect(within(row(DELETE)).getByRole("button", { name: "Set Read-only to No" })).toBeDisabled();
    expect(screen.getByTestId("findings-profile")).toBeDisabled();
    row(DELETE).focus();
    await user.keyboard("{Enter}i");
    expect(screen.queryByTestId("suppress-dialog")).toBeNull();
    expect(backend.decide).not.toHaveBeenCalled();
    // Opening a tool is possible in a read-only store too.
    await user.keyboard("o");
    expect(useArrivals.getState().target?.section).toBe("hints");
  });
});
