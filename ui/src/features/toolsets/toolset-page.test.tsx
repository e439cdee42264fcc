// Toolset page and sidebar: content, and every action on a toolset.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { addToolsets } from "../../../test/toolsets";
import { useNavigation } from "../../shared/navigation";
import { BackendError } from "../../backend/error";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("toolsets");
  fake.current = backend;
  await addToolsets(backend);
});

const member = (name: string) => {
  const row = screen.getAllByTestId("member").find((r) => r.dataset.reference === `demo.home_notes_${name}`);
  if (!row) throw new Error(`no member ${name}`);
  return row;
};
const references = () => screen.getAllByTestId("member").map((row) => row.dataset.reference?.replace("demo.home_notes_", ""));
const toast = () => screen.findByTestId("toast");

async function renderPage(name = "daily") {
  const app = renderApp({ view: "toolset", toolset: name });
  await screen.findAllByTestId("member");
  return app;
}

describe("the toolsets in the sidebar", () => {
  it("are listed with their tool counts, and the active one is labelled", async () => {
    renderApp();
    const daily = await screen.findByTestId("nav-toolset-daily");
    expect(daily).toHaveAccessibleName(/^daily\s*active\s*4$/);
    expect(screen.getByTestId("nav-toolset-notes-only")).toHaveAccessibleName(/^notes-only\s*2$/);
    expect(screen.getByTestId("active-toolset")).toHaveAccessibleName("Toolset daily is active in base");
  });

  it("open their page", async () => {
    const app = renderApp({ view: "history" });
    const item = await screen.findByTestId("nav-toolset-daily");
    await app.user.click(item);
    expect(await screen.findAllByTestId("member")).toHaveLength(4);
    expect(item).toHaveAttribute("aria-current", "page");
  });

  it("show that there are none", async () => {
    fake.current = recordedBackend("toolsets");
    renderApp();
    expect(await screen.findByRole("heading", { name: "Toolsets" })).toBeInTheDocument();
    expect(screen.getByText("No toolsets")).toBeInTheDocument();
    expect(screen.queryByTestId("active-toolset")).toBeNull();
  });

  it("can be deactivated from the menu below the environment", async () => {
    const app = renderApp();
    await app.user.click(await screen.findByTestId("active-toolset"));
    await app.user.click(screen.getByRole("menuitem", { name: "Deactivate" }));
    expect(backend.activateToolset).toHaveBeenCalledExactlyOnceWith({ name: null, environment: null });
    expect(await toast()).toHaveTextContent("Deactivated the toolset in base; models see all tools");
    await waitFor(() => expect(screen.queryByTestId("active-toolset")).toBeNull());
  });

  it("can be activated from their menu, in the current environment", async () => {
    await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
    await backend.prepare("chooseEnvironment", { environment: "prod" });
    const app = renderApp();
    await app.user.click(await screen.findByRole("button", { name: "Actions for toolset notes-only" }));
    await app.user.click(screen.getByRole("menuitem", { name: "Activate in prod" }));
    expect(backend.activateToolset).toHaveBeenCalledExactlyOnceWith({ name: "notes-only", environment: "prod" });
    await waitFor(() => expect(screen.getByTestId("active-toolset")).toHaveTextContent("notes-only"));
  });
});

describe("the page of a toolset", () => {
  it("shows description, token cost, and the status of its tools", async () => {
    // Simulates a server that had another name when the tool was chosen.
    backend.amend("toolsetView", (view) => ({
      ...view,
      members: view.members.map(({ tool, ...member }) =>
        member.reference.endsWith("create_note") && tool ? { ...member, tool: { ...tool, byId: true } } : { ...member, tool },
      ),
    }));
    await renderPage();
    expect(screen.getByRole("heading", { name: "daily", level: 1 })).toBeInTheDocument();
    expect(screen.getByTestId("toolset-description")).toHaveValue("What I use every day");
    expect(screen.getByTestId("active-in")).toHaveTextContent("Active in base");
    expect(screen.getByTestId("toolset-facts")).toHaveTextContent(
      "4 tools1 missing~231 tokens of context2 notes in this toolset3 of 6 parameters have a description",
    );
    expect(within(member("get_note")).getByText("Changed since added")).toBeInTheDocument();
    expect(within(member("create_note")).getByText("Matched by definition")).toBeInTheDocument();
    expect(member("list_note")).toHaveTextContent("List Note");
    expect(member("list_note")).toHaveTextContent("Read-only");
    expect(member("erase_note")).toHaveTextContent("Probably renamed to demo.home_notes_remove_note");
  });

  it("explains a status in a tooltip", async () => {
    const app = await renderPage();
    await app.user.hover(within(member("erase_note")).getByText("Missing"));
    expect((await screen.findByRole("tooltip")).textContent).toContain(
      "The tool was probably renamed to demo.home_notes_remove_note. The toolset keeps the entry",
    );
  });

  it("opens a tool in the catalog", async () => {
    const app = await renderPage();
    await app.user.click(within(member("get_note")).getByRole("button", { name: "Get Note" }));
    expect(await screen.findByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_get_note");
  });

  it("shows its tools in the catalog, with a search chip", async () => {
    const app = await renderPage();
    await app.user.click(screen.getByRole("button", { name: "Show in catalog" }));
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "3"));
    expect(within(screen.getByTestId("search-chips")).getByText("daily")).toBeInTheDocument();
  });

  it("deactivates and activates, and names the environment", async () => {
    const app = await renderPage();
    await app.user.click(screen.getByRole("button", { name: "Deactivate in base" }));
    const button = await screen.findByRole("button", { name: "Activate in base" });
    expect(screen.queryByTestId("active-in")).toBeNull();
    await app.user.click(button);
    expect(backend.activateToolset).toHaveBeenLastCalledWith({ name: "daily", environment: null });
    await waitFor(async () => expect(await toast()).toHaveTextContent("Activated daily in base"));
  });

  it("saves a new description on blur, and none after Escape", async () => {
    const app = await renderPage();
    const field = screen.getByTestId("toolset-description");
    await app.user.clear(field);
    await app.user.type(field, "Mornings{Enter}");
    expect(backend.describeToolset).toHaveBeenCalledExactlyOnceWith({ name: "daily", description: "Mornings" });
    await app.user.type(field, " and more{Escape}");
    expect(backend.describeToolset).toHaveBeenCalledOnce();
    await waitFor(() => expect(field).toHaveValue("Mornings"));
  });

  it("removes a tool, and undo restores it", async () => {
    const app = await renderPage();
    await app.user.click(within(member("get_note")).getByRole("button", { name: "Remove Get Note" }));
    expect(backend.removeFromToolset).toHaveBeenCalledExactlyOnceWith({ name: "daily", references: ["demo.home_notes_get_note"] });
    await waitFor(() => expect(references()).toEqual(["create_note", "erase_note", "list_note"]));
    await app.user.click(within(await toast()).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(references()).toEqual(["create_note", "erase_note", "get_note", "list_note"]));
  });

  it("supports the keyboard", async () => {
    const app = await renderPage();
    act(() => member("erase_note").focus());
    await app.user.keyboard("{ArrowUp}");
    expect(member("create_note")).toHaveFocus();
    await app.user.keyboard("{Delete}");
    await waitFor(() => expect(references()).toEqual(["erase_note", "get_note", "list_note"]));
    await waitFor(() => expect(member("erase_note")).toHaveFocus());
    await app.user.keyboard("{Tab}");
    expect(within(member("erase_note")).getByRole("button", { name: "Replace with demo.home_notes_remove_note" })).toHaveFocus();
    await app.user.keyboard("{End}");
    expect(member("list_note")).toHaveFocus();
    await app.user.keyboard("{Enter}");
    expect(await screen.findByTestId("panel")).toHaveAttribute("data-tool", "demo.home_notes_list_note");
  });

  it("replaces a missing tool with the renamed one, with one undo", async () => {
    const app = await renderPage();
    await app.user.click(screen.getByRole("button", { name: "Replace with demo.home_notes_remove_note" }));
    await waitFor(() => expect(references()).toEqual(["create_note", "get_note", "list_note", "remove_note"]));
    expect(await toast()).toHaveTextContent("Replaced demo.home_notes_erase_note with demo.home_notes_remove_note");
    expect(backend.replaceInToolset).toHaveBeenCalledOnce();
    await app.user.click(within(await toast()).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(references()).toEqual(["create_note", "erase_note", "get_note", "list_note"]));
  });

  it("renders few rows of thousands", async () => {
    const members = Array.from({ length: 3000 }, (_, index) => ({ reference: `demo.gone_${index}`, tool: null, probableRename: null }));
    backend.amend("toolsetView", (view) => ({ ...view, members }));
    await renderPage();
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "3001");
    expect(screen.getAllByTestId("member").length).toBeLessThan(60);
  });

  it("changes nothing in a read-only store", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, readOnly: "it is held elsewhere" }));
    await renderPage();
    expect(screen.getByRole("button", { name: "Deactivate in base" })).toBeDisabled();
    expect(screen.getByTestId("toolset-description")).toHaveAttribute("readonly");
    expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
    expect(screen.getByTestId("new-toolset")).toBeDisabled();
  });

  it("shows a message when the toolset was deleted", async () => {
    const app = await renderPage();
    await backend.prepare("deleteToolset", { name: "daily" });
    await act(() => app.cache.reload());
    expect(await screen.findByText("Toolset not found")).toBeInTheDocument();
  });

  it("shows why an action failed, and what to do", async () => {
    const app = await renderPage();
    backend.activateToolset.mockRejectedValueOnce(new BackendError("conflict", "the store is busy", "Try again."));
    await app.user.click(screen.getByTestId("activate-toolset"));
    expect(await toast()).toHaveTextContent("The store is busyTry again.");
    expect(useNavigation.getState().view).toBe("toolset");
  });
});
