// Integration tests of the window: cards, panel, decisions, shortcuts, and the number of DOM nodes.
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Mock } from "vitest";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keyOf } from "../../test/inputs";
import { repeatCards } from "../../test/many-tools";
import { fake } from "../../test/mock-backend";
import type { RecordedBackend } from "../../test/recorded-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";
import { prepareReviewStates } from "../../test/review-states";
import { catalogQuery } from "../backend/queries";
import { useCatalogFilter } from "../shared/catalog-filter";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("app");
  fake.current = backend;
});
const cards = () => screen.getAllByTestId("card");
const cardOf = (tool: string) => {
  const card = cards().find((c) => c.dataset.tool === `demo.${tool}`);
  if (!card) throw new Error(`no card ${tool}`);
  return card;
};
const segment = (hint: string, name: string) =>
  within(screen.getByTestId(`hint-${hint}`)).getByRole("radio", { name });

/** Holds the next response of `command` until the returned function is called. */
function holdNext<I extends unknown[], O>(command: Mock<(...input: I) => Promise<O>>): () => void {
  const respond = command.getMockImplementation() as (...input: I) => Promise<O>;
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  command.mockImplementationOnce(async (...input) => {
    await gate;
    return respond(...input);
  });
  return () => release();
}

async function renderReady() {
  const app = renderApp();
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  return app;
}
const select = async (app: Awaited<ReturnType<typeof renderReady>>, tool: string) => {
  await app.user.click(cardOf(tool));
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", `demo.${tool}`));
};

describe("catalog", () => {
  it("shows the first tool in the panel, and the one that is clicked", async () => {
    const app = await renderReady();
    expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", cards()[0]?.dataset.tool);
    await select(app, "home_notes_get_note");
    expect(cardOf("home_notes_get_note")).toHaveAttribute("aria-selected", "true");
  });

  it("moves the selection and the focus with the arrow keys", async () => {
    const app = await renderReady();
    await select(app, "home_notes_list_note");
    await app.user.keyboard("{ArrowRight}");
    await waitFor(() => expect(cards()[1]).toHaveFocus());
    expect(cards()[1]).toHaveAttribute("aria-selected", "true");
    expect(cards().filter((card) => card.tabIndex === 0)).toHaveLength(1);
  });

  it("searches in the backend, and shows which filters are invalid", async () => {
    const app = await renderReady();
    await app.user.keyboard("/");
    await app.user.keyboard("delete");
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "3"));
    expect(backend.search).toHaveBeenLastCalledWith({ query: "delete" });
    await app.user.keyboard(" is:foo");
    expect(await within(screen.getByTestId("search-problems")).findByText(/^is:foo is not a filter/)).toBeInTheDocument();
    // The term is not finished by a space yet.
    expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "3");
    await app.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "21"));
  });

  it("keeps one request in flight, and drops an outdated response", async () => {
    const app = await renderReady();
    const responses: ((matches: number[]) => void)[] = [];
    backend.search.mockImplementation(
      () => new Promise((resolve) => responses.push((matches) => resolve({ revision: 1, matches, problems: [] }))),
    );
    await app.user.type(screen.getByTestId("search"), "del");
    expect(backend.search.mock.calls).toEqual([[{ query: "d" }]]);
    await act(async () => responses[0]?.([]));
    expect(backend.search.mock.calls).toEqual([[{ query: "d" }], [{ query: "del" }]]);
    expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "21");
    await act(async () => responses[1]?.([1, 2]));
    expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "2");
  });

  it("filters by behaviour and collapses groups", async () => {
    const app = await renderReady();
    await app.user.click(screen.getByRole("button", { name: /^Destructive \d/, pressed: false }));
    expect(cards().every((card) => card.querySelector("[data-hint=destructive]"))).toBe(true);
    await app.user.click(screen.getByRole("button", { name: /can delete or overwrite data/ }));
    expect(screen.queryAllByTestId("card")).toHaveLength(0);
  });
});

describe("deciding", () => {
  const TOOL = "home_notes_create_note";

  it("updates the control before the backend responds, then shows the response", async () => {
    const app = await renderReady();
    await select(app, "home_notes_get_note");
    const release = holdNext(backend.decide);
    await app.user.click(segment("openWorld", "Yes"));
    expect(segment("openWorld", "Yes")).toBeChecked();
    expect(screen.queryByTestId("toast")).toBeNull();
    await act(async () => release());
    expect(await screen.findByTestId("toast")).toHaveTextContent("Open-world set to Yes on Get Note");
    expect(within(cardOf("home_notes_get_note")).getByText("Open-world")).toHaveAttribute("data-mark", "decided");
    expect(backend.catalog).toHaveBeenCalledTimes(1);
  });

  it("leaves the card in its group and order until another tool is selected", async () => {
    backend.amend("decide", ({ detail, ...change }) => ({ ...change, detail: { ...detail, card: { ...detail.card, behaviour: "destructive" } } }));
    const app = await renderReady();
    const [first] = cards();
    await select(app, "home_notes_get_note");
    const before = cards().map((card) => card.dataset.tool);
    const chip = () => screen.getByRole("button", { name: /^Destructive \d/, pressed: false }).textContent;
    const countBefore = chip();
    await app.user.click(segment("openWorld", "Yes"));
    await screen.findByTestId("toast");
    expect(cards().map((card) => card.dataset.tool)).toEqual(before);
    // The chips count the tools as they are.
    expect(chip()).not.toBe(countBefore);
    backend.toolHistory.mockResolvedValue([]);
    await app.user.click(first as HTMLElement);
    expect(cards().map((card) => card.dataset.tool)).not.toEqual(before);
  });

  it("leaves the card in a filtered list until the filter changes", async () => {
    backend.amend("decide", ({ detail, ...change }) => ({ ...change, detail: { ...detail, card: { ...detail.card, behaviour: "destructive" } } }));
    const app = await renderReady();
    await app.user.click(screen.getByRole("button", { name: /^Safe \d/, pressed: false }));
    await select(app, "home_notes_get_note");
    await app.user.click(segment("openWorld", "Yes"));
    await screen.findByTestId("toast");
    expect(cardOf("home_notes_get_note")).toBeInTheDocument();
    act(() => useCatalogFilter.getState().setGrouping("none"));
    expect(cards().some((card) => card.dataset.tool === "demo.home_notes_get_note")).toBe(false);
  });

  it("can be undone from the toast", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    await app.user.click(segment("idempotent", "No"));
    await app.user.click(within(await screen.findByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(segment("idempotent", "Inherit")).toBeChecked());
    expect(backend.undo.mock.calls).toEqual([[{ entry: 2 }]]);
    expect(await screen.findByTestId("toast")).toHaveTextContent(`Undid: demo.${TOOL}: idempotent No`);
  });

  it("reverts and shows the error when the backend rejects the decision", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    const { BackendError } = await import("../backend/error");
    backend.decide.mockRejectedValueOnce(new BackendError("store", "the disk is full", "Free some space."));
    await app.user.click(segment("openWorld", "Yes"));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("The disk is full");
    expect(toast).toHaveTextContent("Free some space.");
    await waitFor(() => expect(segment("openWorld", "Inherit")).toBeChecked());
  });

  it("cycles with 1 to 4 and resets with 0, except while typing", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    await app.user.keyboard("4");
    await waitFor(() => expect(segment("openWorld", "Yes")).toBeChecked());
    await app.user.keyboard("4");
    await waitFor(() => expect(segment("openWorld", "No")).toBeChecked());
    await app.user.keyboard("3");
    await waitFor(() => expect(segment("idempotent", "Yes")).toBeChecked());
    const before = backend.decide.mock.calls.length;
    await app.user.type(screen.getByTestId("search"), "4");
    expect(backend.decide).toHaveBeenCalledTimes(before);
    await app.user.keyboard("{Escape}{Escape}0");
    await waitFor(() => expect(segment("openWorld", "Inherit")).toBeChecked());
    expect(segment("idempotent", "Inherit")).toBeChecked();
    expect(backend.decide).toHaveBeenCalledTimes(before + 1);
  });

  it("replaces one card and keeps the identity of all others", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    const before = app.client.getQueryData(catalogQuery.queryKey)?.cards ?? [];
    await app.user.click(segment("openWorld", "Yes"));
    await screen.findByTestId("toast");
    const after = app.client.getQueryData(catalogQuery.queryKey)?.cards ?? [];
    expect(after.filter((card, index) => card !== before[index]).map((card) => card.name)).toEqual([TOOL]);
  });

  it("decides the title with Enter and inherits again when it is cleared", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    await app.user.type(screen.getByTestId("title"), "Write it down{Enter}");
    await waitFor(() => expect(cardOf(TOOL)).toHaveTextContent("Write it down"));
    await app.user.clear(screen.getByTestId("title"));
    await app.user.keyboard("{Enter}");
    await waitFor(() => expect(cardOf(TOOL)).toHaveTextContent("Create Note"));
    expect(backend.decide.mock.calls.map(([input]) => input.decisions)).toEqual([
      [{ field: "title", value: "Write it down" }],
      [{ field: "title", value: null }],
    ]);
  });
});

describe("undoing", () => {
  const TOOL = "home_notes_create_note";

  it("undoes the change of the toast, then the one before it, and redoes both", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    await app.user.click(segment("idempotent", "No"));
    await screen.findByText(/^Idempotent set to No/);
    await app.user.click(segment("openWorld", "Yes"));
    await screen.findByText(/^Open-world set to Yes/);
    await app.user.keyboard("{Control>}z{/Control}");
    await screen.findByText(`Undid: demo.${TOOL}: open-world Yes`);
    await waitFor(() => expect(segment("openWorld", "Inherit")).toBeChecked());
    await app.user.keyboard("{Meta>}z{/Meta}");
    await screen.findByText(`Undid: demo.${TOOL}: idempotent No`);
    expect(backend.undo.mock.calls).toEqual([[{ entry: 3 }], [{ entry: null }]]);
    await app.user.keyboard("{Control>}y{/Control}");
    await screen.findByText(`Redid: demo.${TOOL}: idempotent No`);
    await app.user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await screen.findByText(`Redid: demo.${TOOL}: open-world Yes`);
    await waitFor(() => expect(segment("openWorld", "Yes")).toBeChecked());
  });

  it("keeps the native undo of text fields", async () => {
    const app = await renderReady();
    await app.user.click(screen.getByTestId("search"));
    await app.user.keyboard("{Control>}z{/Control}");
    expect(backend.undo).not.toHaveBeenCalled();
  });

  it("shows a message when there is nothing to undo", async () => {
    fake.current = recordedBackend("installed");
    const app = renderApp();
    await screen.findByTestId("first-run");
    await app.user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByTestId("toast")).toHaveTextContent("There is nothing to undo");
  });

  it("shows why an undo was rejected", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    await app.user.click(segment("idempotent", "No"));
    const toast = await screen.findByTestId("toast");
    const { BackendError } = await import("../backend/error");
    backend.undo.mockRejectedValueOnce(new BackendError("conflict", "it was changed since by bob", "Undo the newer change first."));
    await app.user.click(within(toast).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(screen.getByTestId("toast")).toHaveTextContent("It was changed since by bob"));
    expect(screen.getByTestId("toast")).toHaveTextContent("Undo the newer change first.");
    expect(segment("idempotent", "No")).toBeChecked();
  });
});

describe("reviewing in the catalog", () => {
  const DELETE = "home_notes_delete_note";
  const UPDATE = "home_notes_update_note";
  const useReviewStates = async () => {
    backend = recordedBackend("review");
    fake.current = backend;
    await prepareReviewStates(backend);
  };

  it("marks changed tools and suspended decisions on the card, and shows the change in the panel", async () => {
    await useReviewStates();
    const app = await renderReady();
    expect(cardOf(DELETE)).toHaveTextContent("Drifted");
    expect(cardOf(UPDATE)).toHaveTextContent("Suspended decision");
    await select(app, DELETE);
    expect(screen.getByTestId("review-line")).toHaveTextContent("Changed since anna reviewed it on 12 September");
    expect(screen.getByTestId("drift")).toHaveTextContent("The server now declares it non-destructive.");
    await app.user.click(screen.getByRole("button", { name: /Accept changes/ }));
    await waitFor(() => expect(screen.queryByTestId("drift")).toBeNull());
    expect(screen.getByTestId("review-line")).toHaveTextContent("Reviewed by anna, 12 September");
    expect(cardOf(DELETE)).not.toHaveTextContent("Drifted");
    await app.user.click(screen.getByRole("button", { name: "Review again" }));
    await waitFor(() => expect(screen.getByTestId("review-line")).toHaveTextContent("Never reviewed"));
    expect(backend.reopenReview).toHaveBeenCalledExactlyOnceWith(keyOf(DELETE));
  });

  it.each([
    [DELETE, "Changed since anna reviewed it on 12 September."],
    [UPDATE, "A decision is suspended until you review the tool."],
  ])("shows in the tooltip of %s that it changed or that a decision is suspended", async (tool, text) => {
    await useReviewStates();
    const app = await renderReady();
    await app.user.hover(cardOf(tool));
    expect(await screen.findByRole("tooltip")).toHaveTextContent(text);
  });

  it("accepts with the A key and selects the next tool, and accepts the inference with the period key", async () => {
    const app = await renderReady();
    await select(app, "home_notes_list_note");
    await app.user.keyboard("a");
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", cards()[1]?.dataset.tool));
    expect(backend.accept).toHaveBeenCalledExactlyOnceWith({ tools: [{ server: "demo", tool: "home_notes_list_note", seen: expect.any(String) as string }], environment: null, loosen: false });
    await waitFor(() => expect(cardOf("home_notes_list_note")).toHaveTextContent("Reviewed"));
    await app.user.keyboard(".");
    await waitFor(() => expect(backend.decide).toHaveBeenCalledTimes(1));
    expect(backend.decide.mock.calls[0]?.[0].decisions).toEqual([
      { field: "hint", hint: "readOnly", value: true },
      { field: "hint", hint: "destructive", value: false },
      { field: "hint", hint: "idempotent", value: true },
      { field: "hint", hint: "openWorld", value: false },
    ]);
    // Every inferred hint is decided now.
    await screen.findByText(/^Inference accepted/);
    await app.user.keyboard(".");
    expect(await screen.findByText(/^Nothing to accept/)).toBeInTheDocument();
    expect(backend.decide).toHaveBeenCalledTimes(1);
  });

  it("asks before the A key loosens a hint, and selects the next tool afterwards", async () => {
    const [LIST, GET] = ["demo.home_notes_list_note", "demo.home_notes_get_note"] as const;
    const examples = [{ ...keyOf("home_notes_list_note"), summary: "read-only Yes, though No is inferred" }];
    backend.previewAccept.mockResolvedValue({ tools: 1, deciding: 1, groups: [], loosens: { tools: 1, examples } });
    backend.accept.mockResolvedValue({ changed: 1, entry: 2 });
    const app = await renderReady();
    await select(app, "home_notes_list_note");
    await app.user.keyboard("a");
    const box = await screen.findByRole("checkbox", { name: "Loosen this tool anyway" });
    expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", LIST);
    await app.user.keyboard("j{Enter}");
    expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", LIST);
    expect(backend.accept).not.toHaveBeenCalled();
    await app.user.click(box);
    await app.user.keyboard("{Enter}");
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", GET));
    expect(backend.accept).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ loosen: true }));
    expect(await screen.findByText(/^List Note accepted: /)).toBeInTheDocument();
  });

  it("shows when the server has changed the title since it was decided", async () => {
    backend.amend("tool", (detail) => ({ ...detail, title: { ...detail.title, decided: "Mine", superseded: "contradicted" } }));
    await renderReady();
    expect(screen.getByTestId("title")).toHaveAccessibleDescription("The server now sends a different title");
  });

  it("decides in the current environment, and names it before the tool is accepted", async () => {
    await backend.prepare("addEnvironment", { name: "prod", copyOf: null });
    await backend.prepare("chooseEnvironment", { environment: "prod" });
    const app = await renderReady();
    await select(app, "home_notes_get_note");
    screen.getByRole("button", { name: /^Accept a$/ }).focus();
    expect(await screen.findByRole("tooltip")).toHaveTextContent("saves its effective hints as your decisions in prod.");
    await app.user.keyboard("4");
    await waitFor(() => expect(backend.decide).toHaveBeenCalledWith(expect.objectContaining({ environment: "prod" })));
    await app.user.keyboard("a");
    await waitFor(() => expect(backend.accept).toHaveBeenCalledWith(expect.objectContaining({ environment: "prod" })));
  });
});

describe("changes from elsewhere", () => {
  it("reloads once for a revision of another process, and not for its own", async () => {
    const app = await renderReady();
    await select(app, "home_notes_get_note");
    await app.user.click(segment("openWorld", "Yes"));
    await screen.findByTestId("toast");
    const { revision } = await (backend.decide.mock.results[0]?.value as ReturnType<typeof backend.decide>);
    await act(() => app.cache.changed(revision));
    expect(backend.catalog).toHaveBeenCalledTimes(1);
    await act(() => app.cache.changed(revision + 5));
    expect(backend.catalog).toHaveBeenCalledTimes(2);
  });

  it("loads once for its own change whose event arrives while it loads", async () => {
    const app = await renderReady();
    await select(app, "home_notes_get_note");
    const release = holdNext(backend.catalog);
    await app.user.keyboard("a");
    await waitFor(() => expect(backend.catalog).toHaveBeenCalledTimes(2));
    const handled = app.cache.changed((await backend.catalog.getMockImplementation()?.())?.revision ?? 0);
    await act(async () => {
      release();
      await handled;
    });
    expect(backend.catalog).toHaveBeenCalledTimes(2);
  });
});

describe("the page", () => {
  it("renders the sidebar items after the catalog has loaded, so that none moves under the pointer", async () => {
    const catalog = await backend.catalog();
    let resolveCatalog = (_: typeof catalog) => {};
    vi.spyOn(backend, "catalog").mockReturnValueOnce(new Promise((resolve) => (resolveCatalog = resolve)));
    renderApp();
    const sidebar = await screen.findByRole("navigation", { name: "Main" });
    expect(within(sidebar).queryByTestId("nav-rules")).toBeNull();
    expect(screen.getByRole("contentinfo")).toBeVisible(); // the preferences item is above it and must not move
    act(() => resolveCatalog(catalog));
    await screen.findByTestId("nav-rules");
    expect(within(sidebar).getByTestId("nav-server-demo")).toBeVisible();
  });

  it("stays below 1,500 nodes with 10,000 cards at every scroll position", async () => {
    backend.amend("catalog", (catalog) => ({ ...catalog, cards: repeatCards(catalog.cards, 10_000) }));
    await renderReady();
    const grid = screen.getByRole("grid");
    expect(screen.getByTestId("catalog")).toHaveAttribute("data-total", "10000");
    const rows = Number(grid.getAttribute("aria-rowcount"));
    expect(rows).toBeGreaterThan(3000);
    const seen = new Set<string>();
    for (const top of [0, 5_000, 200_000, 439_000]) {
      act(() => {
        grid.scrollTop = top;
        grid.dispatchEvent(new Event("scroll"));
      });
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
      let nodes = 0;
      while (walker.nextNode()) nodes += 1;
      expect(nodes).toBeLessThan(1500);
      expect(cards().length).toBeGreaterThan(10);
      seen.add(cards().at(-1)?.dataset.tool ?? "");
    }
    expect(seen.size).toBe(4);
  });

  it("records when the first card was rendered", async () => {
    await renderReady();
    expect(Number(document.documentElement.dataset.firstCard)).toBeGreaterThan(1e12);
  });
});
