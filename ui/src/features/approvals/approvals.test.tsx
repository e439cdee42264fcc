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
const ask = async (...calls: Call[]) => {
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

async function renderAsked(...calls: Call[]) {
  await ask(...calls);
  const app = renderApp({ view: "history" }); // approvals appear above any page, and this one is small
  await dialog();
  return app;
}
async function renderReady(...calls: Call[]) {
  const app = await renderAsked(...calls);
  await isReady();
  return app;
}

describe("a call that waits", () => {
  it("is shown with who asks, the exact arguments and a sentence for each hint", async () => {
    await decideDestructive();
    await renderReady(DELETING);
    const shown = await dialog();
    expect(shown).toBe(screen.getByRole("alertdialog"));
    expect(shown).toHaveAccessibleName("Delete Note?");
    expect(shown).toHaveAccessibleDescription("Claude Code wants to run this tool through the gateway.");
    expect(shown).toHaveTextContent("home_notes_delete_note");
    await waitFor(() => expect(shown).toHaveTextContent("demo · stdio, not trusted"));
    expect(screen.getByTestId("approval-arguments").textContent).toBe(
      '{\n  "note_id": 4182,\n  "reason": "duplicate of ‘Trip to PortoU+200B’"\n}',
    );
    expect(shown).toHaveTextContent("1 hidden character is shown as its code.");
    expect(within(shown).getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "DestructiveThe user decided that this tool may make destructive changes",
      "IdempotentBy its name and description, this tool has no additional effect when it is called again with the same arguments",
    ]);
    expect(screen.getByRole("timer")).toHaveTextContent("Denied in 1:00");
  });

  it.each([
    [{ client: null, origin: "wrap" as const }, "A client that does not give its name wants to run this tool through hintsmith wrap."],
    [{ client: null, origin: "window" as const }, "This window wants to run this tool."],
  ])("of %o says who asks", async (over, description) => {
    await renderAsked({ ...DELETING, ...over });
    expect(await dialog()).toHaveAccessibleDescription(description);
  });

  it("without arguments or sentences says so and still shows its badges", async () => {
    await decideDestructive();
    amendCalls({ sentences: [] });
    await renderAsked({ ...DELETING, arguments: null });
    expect(await dialog()).toHaveTextContent("It is called without arguments.");
    expect(screen.getByRole("img", { name: "Destructive, decided by a person" })).toBeInTheDocument();
  });

  it("opens above another dialog, and gives the focus back to it", async () => {
    const { user } = renderApp();
    await screen.findAllByTestId("card");
    await user.click(screen.getByTestId("add-server"));
    const below = await screen.findByRole("dialog");
    const before = document.activeElement;
    expect(below).toContainElement(before as HTMLElement);
    await ask(READING);
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
    await waitFor(() => expect(screen.getByTestId("nav-gateway")).toHaveTextContent("2 wait"));
    expect(screen.getByTestId("more-wait")).toHaveTextContent("1 more waits");
    await user.click(deny());
    await waitFor(() => expect(document.title).toBe("(1) Hintsmith"));
    await isReady();
    await user.click(deny());
    await waitFor(() => expect(document.title).toBe("Hintsmith"));
  });
});

describe("an answer", () => {
  it("allows once by the name of the act, which is the only red button", async () => {
    const { user } = await renderReady(DELETING);
    expect(button("Delete once")).toHaveAttribute("data-look", "danger");
    expect(document.querySelectorAll("[data-look=danger]")).toHaveLength(1);
    await waitFor(() => expect(button("Delete once")).not.toHaveAttribute("aria-disabled"));
    await user.click(button("Delete once"));
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
    expect(backend.answerApproval).toHaveBeenCalledExactlyOnceWith({ id: 1, nonce: "nonce-1", answer: "once" });
  });

  it("is never named by a server that gives no verb", async () => {
    amendCalls({ title: "Cancel", tool: "cancel_it" });
    await renderAsked(DELETING);
    expect(button("Run it once")).toHaveAttribute("data-look", "danger");
  });

  it("allows for the session what is not destructive", async () => {
    const { user } = await renderReady(READING);
    expect(button("Allow once")).toHaveAttribute("data-look", "primary");
    await user.click(button("Allow for this session"));
    await waitFor(() => expect(answers()).toEqual([[1, "session"]]));
  });

  it("cannot allow for the session what is destructive while that is always confirmed", async () => {
    const { user } = await renderReady(DELETING);
    expect(button("Allow for this session")).toHaveAttribute("aria-disabled", "true");
    expect(button("Allow for this session")).toHaveAccessibleDescription(/destructive calls are always confirmed/);
    await user.click(button("Allow for this session"));
    expect(backend.answerApproval).not.toHaveBeenCalled();
  });

  it("can, once that preference is off", async () => {
    await preference("approval.destructive", "off");
    const { user } = await renderReady(DELETING);
    await waitFor(() => expect(button("Allow for this session")).not.toHaveAttribute("aria-disabled"));
    await user.click(button("Allow for this session"));
    await waitFor(() => expect(answers()).toEqual([[1, "session"]]));
  });

  it("is not taken before what is preferred is known", async () => {
    let known: () => void = () => undefined;
    const answer = await backend.preferences();
    backend.preferences.mockReturnValueOnce(new Promise((resolve) => (known = () => resolve(answer))));
    const { user } = await renderReady(DELETING);
    await user.click(button("Delete once"));
    expect(backend.answerApproval).not.toHaveBeenCalled();
    known();
    await waitFor(() => expect(button("Delete once")).not.toHaveAttribute("aria-disabled"));
  });

  it("needs the name of the tool where that is preferred", async () => {
    await preference("approval.type", "on");
    const { user } = await renderReady(DELETING);
    const field = await screen.findByRole("textbox", { name: /^Type the tool’s name to delete/ });
    expect(await violations()).toEqual([]);
    await user.type(field, "home_notes_delete_not");
    await user.click(button("Delete once"));
    expect(backend.answerApproval).not.toHaveBeenCalled();
    await user.type(field, "e");
    expect(screen.getByRole("img", { name: "That is its name" })).toBeInTheDocument();
    await user.click(button("Delete once"));
    await waitFor(() => expect(answers()).toEqual([[1, "once"]]));
  });

  it("that could not be given is said in the dialog, which stays", async () => {
    backend.answerApproval.mockRejectedValueOnce(new BackendError("internal", "the disk is full", "Make room."));
    const { user } = await renderReady(READING);
    await user.click(button("Allow once"));
    expect(await screen.findByText(/^It is not answered/)).toHaveTextContent("It is not answered. The disk is full. Make room.");
    await user.click(button("Allow once"));
    await waitFor(() => expect(answers()).toEqual([[1, "once"], [1, "once"]]));
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
  });

  it("that came too late says so, and the next call is asked about", async () => {
    const { user } = await renderReady(DELETING, READING);
    backend.answerApproval.mockRejectedValueOnce(new BackendError("conflict", "it was answered already", ""));
    await user.click(deny());
    expect(await screen.findByText("Already settled")).toBeInTheDocument();
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

  it("Enter denies in the field for the name too", async () => {
    await preference("approval.type", "on");
    const { user } = await renderReady(DELETING);
    await user.type(await screen.findByTestId("approval-name"), "home_notes_delete_note{Enter}");
    await waitFor(() => expect(answers()).toEqual([[1, "deny"]]));
  });

  it("that are held down answer nothing", async () => {
    await renderReady(DELETING);
    fireEvent.keyDown(deny(), { key: "Escape", repeat: true });
    const isDefault = fireEvent.keyDown(button("Delete once"), { key: "Enter", repeat: true });
    expect(isDefault).toBe(false);
    expect(backend.answerApproval).not.toHaveBeenCalled();
  });
});

describe("time", () => {
  it("does not let anything be pressed in the first moment, of the first call and of the next", async () => {
    const { user } = await renderAsked(READING, { ...READING, tool: "home_notes_search_note" });
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

  it("that is up denies, says so, and goes on to the next", async () => {
    amendCalls({ secondsLeft: 1 });
    await renderAsked(DELETING, READING);
    expect(screen.getByText("Less than 10 seconds to answer")).toBeInTheDocument();
    backend.amend("approvals", (list) => list.filter(({ id }) => id !== 1));
    expect(await screen.findByText("Denied: nobody answered")).toHaveAttribute("role", "alert");
    expect(screen.queryByTestId("allow-once")).toBeNull();
    expect(await violations()).toEqual([]);
    await waitFor(() => expect(screen.getByTestId("approval")).toHaveAccessibleName("Get Note?"));
  });
});

describe("big arguments", () => {
  it("are cut with words, and copied whole", async () => {
    const text = JSON.stringify({ text: "x".repeat(200_000), end: "the end" });
    amendCalls({ arguments: text });
    const { user } = await renderReady(READING);
    expect(screen.getByTestId("arguments-cut")).toHaveTextContent("Only the first 64 KiB are shown, of 195.3 KiB.");
    expect(screen.getByTestId("approval-arguments").textContent).not.toContain("the end");
    await user.click(button("Copy all"));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text));
  });

  it("are shown to their end below that, and cannot fill the page with codes", async () => {
    const text = JSON.stringify({ text: "x\u202e".repeat(30_000), end: "the end" });
    amendCalls({ arguments: text });
    await renderAsked(READING);
    const region = screen.getByTestId("approval-arguments");
    expect(region.textContent).toContain("the end");
    expect(region.textContent).not.toContain("\u202e");
    expect(region.querySelectorAll("*").length).toBeLessThan(300);
  });
});

describe("set aside", () => {
  it("a call waits on at the gateway, and is answered from there", async () => {
    await logCalls();
    const { user } = await renderReady(DELETING);
    await user.click(button("Set aside"));
    await waitFor(() => expect(screen.queryByTestId("approval")).toBeNull());
    expect(backend.answerApproval).not.toHaveBeenCalled();
    await user.click(screen.getByTestId("nav-gateway"));
    const [row, ...more] = await screen.findAllByTestId("waiting-call");
    expect(more).toEqual([]);
    const cells = within(row as HTMLElement).getAllByRole("gridcell").map((cell) => cell.textContent);
    expect(cells.slice(1)).toEqual([
      "Claude Code", "home_notes_delete_note", "Destructive", "Waiting", "Denied in 1:00 · It may make destructive changes", "", "Answer…",
    ]);
    expect(await screen.findAllByTestId("call")).toHaveLength(3);
    await user.click(button("Waiting 1"));
    await waitFor(() => expect(screen.queryByTestId("call")).toBeNull());
    await user.click(button("Answer… (home_notes_delete_note)"));
    expect(await dialog()).toHaveAccessibleName("Delete Note?");
    await isReady();
    await user.keyboard("{Escape}");
    expect(await screen.findByText("No call waits")).toBeVisible();
    expect(answers()).toEqual([[1, "deny"]]);
  });

  it("a call is found by a part of its name, and another one still opens by itself", async () => {
    await logCalls();
    const { user } = await renderReady(DELETING);
    await user.click(button("Set aside"));
    await user.click(screen.getByTestId("nav-gateway"));
    await screen.findByTestId("waiting-call");
    await user.type(screen.getByTestId("filter-calls"), "no such client");
    expect(await screen.findByText("No call matches")).toBeVisible();
    await ask(READING);
    expect(await dialog()).toHaveAccessibleName("Get Note?");
  });

  it("leads to the preferences", async () => {
    const { user } = await renderReady(DELETING);
    await user.click(within(await dialog()).getByRole("button", { name: "Preferences" }));
    expect(await screen.findByTestId("preferences")).toBeVisible();
    expect(screen.queryByTestId("approval")).toBeNull();
  });
});
