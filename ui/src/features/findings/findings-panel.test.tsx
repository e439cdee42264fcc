// The panel beside the findings: what is said about one, and how ready the tools are.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FakeWindow } from "../../../test/fake-window";
import { fakeWindow } from "../../../test/fake-window";
import { fake } from "../../../test/mock-backend";
import { renderFindings, renderNoFindings } from "../../../test/render-findings";
import { BackendError } from "../../backend/error";

let backend: FakeWindow;
beforeEach(() => {
  backend = fakeWindow();
  fake.current = backend;
});

const panel = () => within(screen.getByTestId("findings-panel"));
const checks = () => screen.getAllByTestId("check").map((one) => one.textContent);

describe("the finding that is looked at", () => {
  it("says where it is, why the rule exists, whose word it is, and where that stands", async () => {
    const { user } = await renderFindings();
    expect(panel().getAllByRole("heading")[0]).toHaveTextContent("Read-only and destructive at once");
    expect(panel().getByText("annotations.readOnlyHint")).toBeInTheDocument();
    expect(panel().getByText("without asking").closest("em")).not.toBeNull();
    expect(panel().getByText(/^Required: the specification/)).toBeInTheDocument();
    expect(panel().getByText("https://example.org/rules/contradictory-hints").closest("a")).toBeNull();
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await user.click(panel().getByRole("button", { name: "Copy the address of the source" }));
    expect(write).toHaveBeenCalledExactlyOnceWith("https://example.org/rules/contradictory-hints");
    await user.keyboard("j");
    expect(panel().getByText("A suspicion: it may be wrong.")).toBeInTheDocument();
  });

  it("says what the fix decides, and when that is a guess", async () => {
    const { user } = await renderFindings();
    expect(screen.getByTestId("fix-decides")).toHaveTextContent("The fix decides:Read-onlyNo");
    await user.keyboard("jj");
    expect(screen.getByTestId("fix-decides")).toHaveTextContent("The fix is a guess, so look at the tool first. It decides:DestructiveYes");
    await user.keyboard("k");
    expect(screen.queryByTestId("fix-decides")).toBeNull();
  });
});

describe("readiness", () => {
  it("counts the checks of the profile, what fails first, and what is left to do", async () => {
    await renderFindings();
    const shown = await screen.findByTestId("readiness");
    expect(shown).toHaveTextContent("anthropic-directory1 of 5 checks pass for all servers");
    expect(shown).toHaveTextContent("Left: 2 one-click fixes, 1 hint to decide, 1 only the server can mend");
    expect(checks()).toEqual([
      "Hints do not contradict each other1 tool",
      "Every tool sets read-only or destructive1 tool",
      "Every tool has a title1 tool",
      "No description gives orders to the modelmay be wrong1 tool",
      "Names are at most 64 charactersall 101",
    ]);
    expect(within(shown).getByRole("img", { name: "Error" })).toBeInTheDocument();
    expect(within(shown).getByRole("img", { name: "Passes" })).toBeInTheDocument();
    expect(backend.readiness).toHaveBeenCalledExactlyOnceWith({ server: null });
  });

  it("follows the server that is chosen", async () => {
    const { user } = await renderFindings();
    await user.click(screen.getByTestId("findings-server"));
    await user.click(await screen.findByRole("menuitemradio", { name: /^weather/ }));
    await waitFor(() => expect(backend.readiness).toHaveBeenLastCalledWith({ server: "weather" }));
    await waitFor(() => expect(screen.getByTestId("readiness")).toHaveTextContent("5 of 5 checks pass for weather"));
    expect(screen.getByTestId("readiness")).toHaveTextContent("Ready");
    expect(checks()[0]).toContain("all 7");
  });

  it("a check that fails leads to its findings, and back", async () => {
    const { user } = await renderFindings();
    const check = await screen.findByRole("button", { name: "Every tool has a title" });
    await user.click(check);
    await waitFor(() => expect(backend.findings.mock.lastCall?.[0]).toMatchObject({ rule: "title-missing" }));
    expect(screen.getByRole("button", { name: "Every tool has a title" })).toHaveAttribute("aria-pressed", "true");
    await user.click(screen.getByRole("button", { name: "Every tool has a title" }));
    await waitFor(() => expect(screen.getAllByTestId("finding")).toHaveLength(5));
    expect(screen.queryByRole("button", { name: /^Names are at most/ })).toBeNull();
  });

  it("another profile can be chosen by its meter", async () => {
    const { user } = await renderFindings();
    const others = within(await screen.findByRole("region", { name: "Other profiles" }));
    expect(others.getAllByRole("button").map((one) => one.textContent)).toEqual(["spec0 of 3", "openai-submission1 of 5"]);
    await user.click(others.getByRole("button", { name: /^spec/ }));
    await waitFor(() => expect(backend.setPreference).toHaveBeenCalledWith({ key: "lint.profile", value: "spec" }));
    await waitFor(() => expect(screen.getByTestId("readiness")).toHaveTextContent("spec0 of 3 checks pass"));
  });

  it("stays when nothing is left to mend, and says when it cannot be found out", async () => {
    backend.found.rows = [];
    const app = renderNoFindings();
    await waitFor(() => expect(screen.getByTestId("readiness")).toHaveTextContent("5 of 5 checks pass for all servers"));
    app.unmount();
    backend.readiness.mockRejectedValueOnce(new BackendError("store", "the disk is gone", "Put it back."));
    const { user } = renderNoFindings();
    expect(await screen.findByText(/The disk is gone. Put it back./)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByTestId("readiness")).toBeInTheDocument();
  });
});
