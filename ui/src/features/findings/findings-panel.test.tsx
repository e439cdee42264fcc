// Tests of the findings panel: detail of a finding, and readiness.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderFindings, renderNoFindings } from "../../../test/render-findings";
import { BackendError } from "../../backend/error";
import { useNavigation } from "../../shared/navigation";
import { useSelection } from "../../shared/selection";

const SOURCE = "https://modelcontextprotocol.io/specification/2026-07-28/schema";
const SUPPRESSED = { server: "demo", tool: "home_notes_search_note", rule: "title-missing", reason: "The server sets it at run time." };

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("findings");
  fake.current = backend;
  await backend.prepare("suppress", SUPPRESSED);
});

/** Leaves two tools and one suppressed finding. */
const SOUND = { server: "demo", without: ["create", "update", "share", "delete"].map((verb) => `home_notes_${verb}_note`) };
/** Label of a failing check. */
const FAILING_CHECK = "The annotations declare whether a tool is read-only or destructive.";
const panel = () => within(screen.getByTestId("findings-panel"));
const fix = () => screen.getByTestId("fix-decides");
const checks = () => screen.getAllByTestId("check").map((one) => one.textContent);

describe("the selected finding", () => {
  it("shows its field, the reason for the rule, its category and its source", async () => {
    const { user } = await renderFindings();
    expect(panel().getAllByRole("heading")[0]).toHaveTextContent("The tool is both read-only and destructive");
    expect(panel().getByText("annotations")).toBeInTheDocument();
    expect(panel().getByText(/some run the tool without asking/)).toBeInTheDocument();
    expect(panel().getByText(/^Required by the specification/)).toBeInTheDocument();
    expect(panel().getByText(SOURCE).closest("a")).toBeNull();
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await user.click(panel().getByRole("button", { name: "Copy source URL" }));
    expect(write).toHaveBeenCalledExactlyOnceWith(SOURCE);
    await user.keyboard("jj");
    expect(panel().getByText("Heuristic: this finding may be wrong.")).toBeInTheDocument();
  });

  it("lists the values before and after the fix, and warns when the fix is unsafe", async () => {
    const { user } = await renderFindings();
    await waitFor(() => expect(fix()).toHaveTextContent("The fix sets:Read-onlyNo, declared by the server becomes No, decided by you"));
    await user.keyboard("j");
    expect(fix()).toHaveTextContent("Unsafe fix: it follows from inference, not from what the server declares, and changes what clients do. Check the tool first. The fix sets:Read-onlyNo, assumed becomes No, decided by youDestructiveNo, assumed becomes No, decided by you");
    await user.keyboard("j");
    expect(screen.queryByTestId("fix-decides")).toBeNull();
  });

  it("shows the tool's JSON before and after the fix side by side, which changes nothing", async () => {
    const { user } = await renderFindings();
    await user.click(panel().getByRole("button", { name: "JSON before and after" }));
    const dialog = await screen.findByRole("dialog", { name: "JSON before and after the fix" });
    // The server contradicts itself, and clients already get the careful value.
    expect(dialog).toHaveTextContent("demo.home_notes_delete_note, no differences");
    for (const label of ["JSON as it is now", "JSON after the fix"]) {
      expect(within(dialog).getByRole("region", { name: label })).toHaveTextContent('"readOnlyHint": false');
    }
    expect(backend.decide).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("readiness", () => {
  it("names the tools to do first, and opens them", async () => {
    const { user } = await renderFindings();
    const first = await screen.findByTestId("first-tools");
    expect(first).toHaveTextContent(/^Do first/);
    const [tool] = within(first).getAllByRole("button");
    if (!tool) throw new Error("no tool");
    expect(within(first).getAllByRole("listitem")[0]).toHaveTextContent(/(safe|modifying|destructive), .*\d errors?$/);
    await user.click(tool);
    expect(useNavigation.getState().view).toBe("catalog");
    expect(tool).toHaveTextContent("Delete Note");
    expect(useSelection.getState().selected).toEqual({ server: "demo", tool: "home_notes_delete_note" });
  });

  it("counts the checks of the profile, failing ones first, and the remaining work", async () => {
    await renderFindings();
    const readiness = await screen.findByTestId("readiness");
    expect(readiness).toHaveTextContent("spec16 of 20 checks pass for all servers");
    expect(readiness).toHaveTextContent("Remaining: 1 safe fix");
    expect(checks()).toHaveLength(20);
    expect(checks().slice(0, 5)).toEqual([
      "A read-only tool is not destructive.1 tool",
      "The annotations declare whether a tool is read-only or destructive.1 tool",
      "A server declares nothing looser than the tool's name, description and parameters suggest.may be wrong1 tool",
      "A description states what the tool does, not what the model must do.may be wrong1 tool",
      "The input schema must be an object that describes an object.all 7",
    ]);
    expect(within(readiness).getByRole("img", { name: "Error" })).toBeInTheDocument();
    expect(within(readiness).getAllByRole("img", { name: "Passes" })[0]).toBeInTheDocument();
    expect(backend.readiness).toHaveBeenCalledExactlyOnceWith({ server: null });
  });

  it("follows the selected server", async () => {
    const { user } = await renderFindings();
    await user.click(screen.getByTestId("findings-server"));
    await user.click(await screen.findByRole("menuitemradio", { name: /^weather/ }));
    await waitFor(() => expect(backend.readiness).toHaveBeenLastCalledWith({ server: "weather" }));
    await waitFor(() => expect(screen.getByTestId("readiness")).toHaveTextContent("20 of 20 checks pass for weather"));
    expect(screen.getByTestId("readiness")).toHaveTextContent("Ready");
    expect(checks()[0]).toContain("all 1");
  });

  it("a failing check filters the list by its rule, and clears the filter again", async () => {
    const { user } = await renderFindings();
    const check = await screen.findByRole("button", { name: FAILING_CHECK });
    await user.click(check);
    await waitFor(() => expect(backend.findings.mock.lastCall?.[0]).toMatchObject({ rule: "behaviour-not-said" }));
    expect(screen.getByRole("button", { name: FAILING_CHECK })).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: FAILING_CHECK }));
    await waitFor(() => expect(screen.getAllByTestId("finding")).toHaveLength(6));
    expect(screen.queryByRole("button", { name: /^A name has at most 128/ })).toBeNull();
  });

  it("another profile can be activated", async () => {
    const { user } = await renderFindings();
    const others = within(await screen.findByRole("region", { name: "Other profiles" }));
    expect(others.getAllByRole("button").map((one) => one.textContent)).toEqual([
      "anthropic-directory17 of 22", "anthropic-directory-strict17 of 24", "openai-submission17 of 23", "closient17 of 21",
    ]);
    await user.click(others.getByRole("button", { name: /^anthropic-directory17/ }));
    await waitFor(() => expect(backend.setPreference).toHaveBeenCalledWith({ key: "lint.profile", value: "anthropic-directory" }));
    await waitFor(() => expect(screen.getByTestId("readiness")).toHaveTextContent("anthropic-directory17 of 22 checks pass"));
  });

  it("is shown without findings, and shows an error when it cannot be loaded", async () => {
    await backend.prepare("sendTools", SOUND);
    await backend.prepare("removeServer", { server: "weather" });
    const app = renderNoFindings();
    await waitFor(() => expect(screen.getByTestId("readiness")).toHaveTextContent("20 of 20 checks pass for all servers"));
    app.unmount();
    backend.readiness.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Put it back."));
    const { user } = renderNoFindings();
    expect(await screen.findByText(/The disk is gone. Put it back./)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByTestId("readiness")).toBeInTheDocument();
  });
});
