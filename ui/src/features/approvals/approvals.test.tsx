// Pending approvals: content of the dialog, answers, keys, timing, and the counts in the window title and the sidebar.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { decideHint, LOGGED_CALL } from "../../../test/inputs";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import type { Preparation } from "../../../test/preparation";
import { renderApp } from "../../../test/render-app";
import type { ApprovalView } from "../../backend";
import { BackendError } from "../../backend/error";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("approvals");
  fake.current = backend;
  document.title = "Hintsmith";
});

type Call = Parameters<Preparation["requestApproval"]>[0];
const DELETING: Call = {
  server: "demo",
  tool: "home_notes_delete_note",
  client: "Claude Code",
  origin: "gateway",
  arguments: '{"note_id":4182,"reason":"duplicate of ‘Trip to Porto\u200b’"}',
};
const READING: Call = { ...DELETING, tool: "home_notes_get_note", arguments: '{"id":"7"}' };
const requestApproval = async (...calls: Call[]) => {
  for (const call of calls) await backend.prepare("requestApproval", call);
};
/** Overrides fields of every pending call. */
const amendCalls = (over: Partial<ApprovalView>) => backend.amend("approvals", (list) => list.map((one) => ({ ...one, ...over })));
const decideDestructive = () => backend.prepare("decide", decideHint("home_notes_delete_note", "destructive", true));
/** Logs three calls through the gateway. */
const logCalls = () => backend.prepare("logCalls", { calls: [LOGGED_CALL, LOGGED_CALL, LOGGED_CALL] });
const preference = (key: string, value: string) => backend.prepare("setPreference", { key, value });
const dialog = () => screen.findByTestId("approval");
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const deny = () => screen.getByTestId("deny");
const isReady = () => waitFor(() => expect(deny()).not.toHaveAttribute("aria-disabled"));
const answers = () => backend.answerApproval.mock.calls.map(([{ id, answer }]) => [id, answer]);

async function renderPending(...calls: Call[]) {
  await requestApproval(...calls);
  const app = renderApp({ view: "history" }); // approvals appear above any page, and this one is small
  await dialog();
  return app;
}
async function renderReady(...calls: Call[]) {
  const app = await renderPending(...calls);
  await isReady();
  return app;
}

describe("a pending call", () => {
  it("is shown with its client, its exact arguments and a sentence for each hint", async () => {
    await decideDestructive();
    await renderReady(DELETING);
    const opened = await dialog();
    expect(opened).toBe(screen.getByRole("alertdialog"));
    expect(opened).toHaveAccessibleName("Delete Note?");
    expect(opened).toHaveAccessibleDescription("Claude Code wants to run this tool through the gateway.");
    expect(opened).toHaveTextContent("home_notes_delete_note");
    await waitFor(() => expect(opened).toHaveTextContent("demo · stdio, not trusted"));
    expect(screen.getByTestId("approval-arguments").textContent).toBe(
      '{\n  "note_id": 4182,\n  "reason": "duplicate of ‘Trip to PortoU+200B’"\n}',
    );
    expect(opened).toHaveTextContent("1 hidden character is shown as its code.");
    expect(within(opened).getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "DestructiveThis tool may make destructive changes (decided)",
      "IdempotentThis tool has no additional effect when it is called again with the same arguments (inferred by Hintsmith)",
    ]);
    expect(screen.getByRole("timer")).toHaveTextContent("Denied in 1:00");
  });

  it.each([
    [{ client: null, origin: "wrap" as const }, "An unnamed client wants to run this tool through hintsmith wrap."],
    [{ client: null, origin: "window" as const }, "The desktop app wants to run this tool."],
  ])("of %o names its client", async (over, description) => {
    await renderPending({ ...DELETING, ...over });
    expect(await dialog()).toHaveAccessibleDescription(description);
  });

  it("without arguments and sentences still shows its badges", async () => {
    await decideDestructive();
    amendCalls({ sentences: [] });
    await renderPending({ ...DELETING, arguments: null });
    expect(await dialog()).toHaveTextContent("Called without arguments");
    expect(screen.getByRole("img", { name: "Destructive, decided by you" })).toBeInTheDocument();
  });

  it("opens above another dialog, and returns the focus to it", async () => {
    const { user } = renderApp();
    await screen.findAllByTestId("card");
    await user.click(screen.getByTestId("add-server"));
    const below = await screen.findByRole("dialog");
    const before = document.activeElement;
    expect(below).toContainElement(before as HTMLElement);
    await requestApproval(READING);
    await dialog();
    expect(deny()).toHaveFocus();
    await isReady();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
    expect(answers()).toEqual([[1, "deny"]]);
    expect(screen.getByRole("dialog")).toBe(below);
    await waitFor(() => expect(before).toHaveFocus());
  });

  it("is counted in the title of the window and in the sidebar", async () => {
    const { user } = await renderReady(DELETING, READING);
    expect(document.title).toBe("(2) Hintsmith");
    await waitFor(() => expect(screen.getByTestId("nav-gateway")).toHaveTextContent("2 pending"));
    expect(screen.getByTestId("more-wait")).toHaveTextContent("1 more pending");
    await user.click(deny());
    await waitFor(() => expect(document.title).toBe("(1) Hintsmith"));
    await isReady();
    await user.click(deny());
    await waitFor(() => expect(document.title).toBe("Hintsmith"));
  });
});

describe("an answer", () => {
  it("allows a destructive call with a red button that names the action", async () => {
    const { user } = await renderReady(DELETING);
    expect(button("Delete once")).toHaveAttribute("data-look", "danger");
    expect(document.querySelectorAll("[data-look=danger]")).toHaveLength(1);
    await waitFor(() => expect(button("Delete once")).not.toHaveAttribute("aria-disabled"));
    await user.click(button("Delete once"));
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
    expect(backend.answerApproval).toHaveBeenCalledExactlyOnceWith({ id: 1, nonce: "nonce-1", answer: "once" });
  });

  it("has a neutral button if the tool names no known verb", async () => {
    amendCalls({ title: "Cancel", tool: "cancel_it" });
    await renderPending(DELETING);
    expect(button("Run once")).toHaveAttribute("data-look", "danger");
  });

  it("allows a call for the session if it is not destructive", async () => {
    const { user } = await renderReady(READING);
    expect(button("Allow once")).toHaveAttribute("data-look", "primary");
    await user.click(button("Allow for this session"));
    await waitFor(() => expect(answers()).toEqual([[1, "session"]]));
  });

  it("cannot allow a destructive call for the session while those are always confirmed", async () => {
    const { user } = await renderReady(DELETING);
    expect(button("Allow for this session")).toHaveAttribute("aria-disabled", "true");
    expect(button("Allow for this session")).toHaveAccessibleDescription(/destructive calls are always confirmed/);
    await user.click(button("Allow for this session"));
    expect(backend.answerApproval).not.toHaveBeenCalled();
  });

  it("can allow it for the session once that preference is off", async () => {
    await preference("approval.destructive", "off");
    const { user } = await renderReady(DELETING);
    await waitFor(() => expect(button("Allow for this session")).not.toHaveAttribute("aria-disabled"));
    await user.click(button("Allow for this session"));
    await waitFor(() => expect(answers()).toEqual([[1, "session"]]));
  });

  it("is not accepted before the preferences are loaded", async () => {
    let known: () => void = () => undefined;
    const answer = await backend.preferences();
    backend.preferences.mockReturnValueOnce(new Promise((resolve) => (known = () => resolve(answer))));
    const { user } = await renderReady(DELETING);
    await user.click(button("Delete once"));
    expect(backend.answerApproval).not.toHaveBeenCalled();
    known();
    await waitFor(() => expect(button("Delete once")).not.toHaveAttribute("aria-disabled"));
  });

  it("requires the typed name of the tool if the user prefers that", async () => {
    await preference("approval.type", "on");
    const { user } = await renderReady(DELETING);
    const field = await screen.findByRole("textbox", { name: /^Type the tool’s name to delete/ });
    expect(await violations()).toEqual([]);
    await user.type(field, "home_notes_delete_not");
    await user.click(button("Delete once"));
    expect(backend.answerApproval).not.toHaveBeenCalled();
    await user.type(field, "e");
    expect(screen.getByRole("img", { name: "Name matches" })).toBeInTheDocument();
    await user.click(button("Delete once"));
    await waitFor(() => expect(answers()).toEqual([[1, "once"]]));
  });

  it("that fails is reported in the dialog, which stays open", async () => {
    backend.answerApproval.mockRejectedValueOnce(new BackendError("internal", "the disk is full", "Make room."));
    const { user } = await renderReady(READING);
    await user.click(button("Allow once"));
    expect(await screen.findByText(/^Could not send the answer/)).toHaveTextContent("Could not send the answer. The disk is full. Make room.");
    await user.click(button("Allow once"));
    await waitFor(() => expect(answers()).toEqual([[1, "once"], [1, "once"]]));
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
  });

  it("that came too late is reported, and the next call follows", async () => {
    const { user } = await renderReady(DELETING, READING);
    backend.answerApproval.mockRejectedValueOnce(new BackendError("conflict", "it was answered already", ""));
    await user.click(deny());
    expect(await screen.findByText("No longer pending")).toBeInTheDocument();
    await user.click(button("Next"));
    expect(await dialog()).toHaveAccessibleName("Get Note?");
    expect(deny()).toHaveFocus();
  });
});

describe("keys", () => {
  it.each(["{Escape}", "{Enter}"])("%s denies", async (key) => {
    const { user } = await renderReady(DELETING);
    await user.keyboard(key);
    await waitFor(() => expect(answers()).toEqual([[1, "deny"]]));
  });

  it("Enter denies in the name field too", async () => {
    await preference("approval.type", "on");
    const { user } = await renderReady(DELETING);
    await user.type(await screen.findByTestId("approval-name"), "home_notes_delete_note{Enter}");
    await waitFor(() => expect(answers()).toEqual([[1, "deny"]]));
  });

  it("that are held down have no effect", async () => {
    await renderReady(DELETING);
    fireEvent.keyDown(deny(), { key: "Escape", repeat: true });
    const isDefault = fireEvent.keyDown(button("Delete once"), { key: "Enter", repeat: true });
    expect(isDefault).toBe(false);
    expect(backend.answerApproval).not.toHaveBeenCalled();
  });
});

describe("time", () => {
  it("disables all buttons for a moment, for the first call and for the next", async () => {
    const { user } = await renderPending(READING, { ...READING, tool: "home_notes_search_note" });
    for (const one of ["deny", "allow-once", "allow-session", "set-aside"].map((id) => screen.getByTestId(id))) {
      expect(one).toHaveAttribute("aria-disabled", "true");
      fireEvent.click(one);
    }
    fireEvent.keyDown(deny(), { key: "Escape" });
    expect(backend.answerApproval).not.toHaveBeenCalled();
    await isReady();
    await user.click(screen.getByTestId("allow-once"));
    await waitFor(() => expect(screen.getByTestId("approval")).toHaveTextContent("Search Note?"));
    expect(screen.getByTestId("allow-once")).toHaveAttribute("aria-disabled", "true");
    fireEvent.click(screen.getByTestId("allow-once"));
    expect(answers()).toEqual([[1, "once"]]);
  });

  it("that runs out denies the call, and the next one follows", async () => {
    amendCalls({ secondsLeft: 1 });
    await renderPending(DELETING, READING);
    expect(screen.getByText("Less than 10 seconds to answer")).toBeInTheDocument();
    backend.amend("approvals", (list) => list.filter(({ id }) => id !== 1));
    expect(await screen.findByText("Denied: time ran out")).toHaveAttribute("role", "alert");
    expect(screen.queryByTestId("allow-once")).toBeNull();
    expect(await violations()).toEqual([]);
    await waitFor(() => expect(screen.getByTestId("approval")).toHaveAccessibleName("Get Note?"));
  });
});

describe("big arguments", () => {
  it("are truncated with a notice, and copied completely", async () => {
    const text = JSON.stringify({ text: "x".repeat(200_000), end: "the end" });
    amendCalls({ arguments: text });
    const { user } = await renderReady(READING);
    expect(screen.getByTestId("arguments-cut")).toHaveTextContent("Showing the first 64 KiB of 195.3 KiB.");
    expect(screen.getByTestId("approval-arguments").textContent).not.toContain("the end");
    await user.click(button("Copy all"));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text));
  });

  it("below the limit are complete, and cannot fill the page with codes", async () => {
    const text = JSON.stringify({ text: "x\u202e".repeat(30_000), end: "the end" });
    amendCalls({ arguments: text });
    await renderPending(READING);
    const region = screen.getByTestId("approval-arguments");
    expect(region.textContent).toContain("the end");
    expect(region.textContent).not.toContain("\u202e");
    expect(region.querySelectorAll("*").length).toBeLessThan(300);
  });
});

describe("set aside", () => {
  it("a call stays pending on the gateway page, and is answered from there", async () => {
    await logCalls();
    const { user } = await renderReady(DELETING);
    await user.click(button("Decide later"));
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
    expect(backend.answerApproval).not.toHaveBeenCalled();
    await user.click(screen.getByTestId("nav-gateway"));
    const [row, ...more] = await screen.findAllByTestId("waiting-call");
    expect(more).toEqual([]);
    const cells = within(row as HTMLElement).getAllByRole("gridcell").map((cell) => cell.textContent);
    expect(cells.slice(1)).toEqual([
      "Claude Code", "home_notes_delete_note", "Destructive", "Pending", "Denied in 1:00 · It may make destructive changes", "", "Answer…",
    ]);
    expect(await screen.findAllByTestId("call")).toHaveLength(3);
    await user.click(button("Pending 1"));
    await waitFor(() => expect(screen.queryByTestId("call")).toBeNull());
    await user.click(button("Answer… (home_notes_delete_note)"));
    expect(await dialog()).toHaveAccessibleName("Delete Note?");
    await isReady();
    await user.keyboard("{Escape}");
    expect(await screen.findByText("No pending calls")).toBeVisible();
    expect(answers()).toEqual([[1, "deny"]]);
  });

  it("a call is filtered by its client, and another call still opens its dialog", async () => {
    await logCalls();
    const { user } = await renderReady(DELETING);
    await user.click(button("Decide later"));
    await user.click(screen.getByTestId("nav-gateway"));
    await screen.findByTestId("waiting-call");
    await user.type(screen.getByTestId("filter-calls"), "no such client");
    expect(await screen.findByText("No matching calls")).toBeVisible();
    await requestApproval(READING);
    expect(await dialog()).toHaveAccessibleName("Get Note?");
  });

  it("happens by itself when the user opens the preferences", async () => {
    const { user } = await renderReady(DELETING);
    await user.click(within(await dialog()).getByRole("button", { name: "Preferences" }));
    expect(await screen.findByTestId("preferences")).toBeVisible();
    expect(screen.queryByTestId("approval")).toBeNull();
  });
});
