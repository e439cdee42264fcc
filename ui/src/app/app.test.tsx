// The window as a whole over a fake backend: cards, panel, decisions, keys, and what it costs.
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { violations } from "../../test/axe";
import type { FakeBackend } from "../../test/fake-backend";
import { fakeBackend } from "../../test/fake-backend";
import { inventTools } from "../../test/fixtures";
import { renderApp } from "../../test/render-app";
import { catalogQuery } from "../backend/queries";

const fake = vi.hoisted(() => ({ current: null as unknown }));

vi.mock("../backend", async () => {
  const { BackendError, asBackendError } = await import("../backend/error");
  const backend = new Proxy({}, { get: (_, name: string) => (fake.current as Record<string, unknown>)[name] });
  return { backend, BackendError, asBackendError, onCatalogChanged: () => () => {}, onScanProgress: () => () => {} };
});

let backend: FakeBackend;
const use = (count: number) => {
  backend = fakeBackend(inventTools(count));
  fake.current = backend;
};
const cards = () => screen.getAllByTestId("card");
const cardOf = (tool: string) => {
  const card = cards().find((c) => c.dataset.tool === `demo.${tool}`);
  if (!card) throw new Error(`no card ${tool}`);
  return card;
};
const segment = (hint: string, name: string) =>
  within(screen.getByTestId(`hint-${hint}`)).getByRole("radio", { name });

async function renderReady() {
  const app = renderApp();
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  return app;
}
const select = async (app: Awaited<ReturnType<typeof renderReady>>, tool: string) => {
  await app.user.click(cardOf(tool));
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", `demo.${tool}`));
};

beforeEach(() => use(21));

describe("catalog", () => {
  it("shows the first tool in the panel, and the one that is clicked", async () => {
    const app = await renderReady();
    expect(screen.getByTestId("panel")).toHaveAttribute("data-tool", cards()[0]?.dataset.tool);
    await select(app, "home_notes_get_note");
    expect(cardOf("home_notes_get_note")).toHaveAttribute("aria-selected", "true");
  });

  it("moves with the arrow keys, and focus goes along", async () => {
    const app = await renderReady();
    await select(app, "home_notes_list_note");
    await app.user.keyboard("{ArrowRight}");
    await waitFor(() => expect(cards()[1]).toHaveFocus());
    expect(cards()[1]).toHaveAttribute("aria-selected", "true");
    expect(cards().filter((card) => card.tabIndex === 0)).toHaveLength(1);
  });

  it("asks the backend what matches, and says what was not understood", async () => {
    const app = await renderReady();
    await app.user.keyboard("/");
    await app.user.keyboard("delete");
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "3"));
    expect(backend.search).toHaveBeenLastCalledWith({ query: "delete" });
    await app.user.keyboard(" is:foo");
    expect(await screen.findByText("No tool matches")).toBeInTheDocument();
    expect(screen.getByText("is:foo", { selector: "p code" })).toBeInTheDocument();
    await app.user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "21"));
  });

  it("keeps one request in flight, and drops an answer that was overtaken by a newer wish", async () => {
    const app = await renderReady();
    const answers: ((matches: number[]) => void)[] = [];
    backend.search.mockImplementation(
      () => new Promise((resolve) => answers.push((matches) => resolve({ revision: 1, matches, unknown: [] }))),
    );
    await app.user.type(screen.getByTestId("search"), "del");
    expect(backend.search.mock.calls).toEqual([[{ query: "d" }]]);
    await act(async () => answers[0]?.([]));
    expect(backend.search.mock.calls).toEqual([[{ query: "d" }], [{ query: "del" }]]);
    expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "21");
    await act(async () => answers[1]?.([1, 2]));
    expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "2");
  });

  it("filters by behaviour and folds groups", async () => {
    const app = await renderReady();
    await app.user.click(screen.getByRole("button", { name: /^Destructive \d/, pressed: false }));
    expect(cards().every((card) => card.querySelector("[data-hint=destructive]"))).toBe(true);
    await app.user.click(screen.getByRole("button", { name: /can lose data/ }));
    expect(screen.queryAllByTestId("card")).toHaveLength(0);
  });
});

describe("deciding", () => {
  const TOOL = "home_notes_create_note";

  it("moves the control before the backend answers, then takes its word", async () => {
    const app = await renderReady();
    await select(app, "home_notes_get_note");
    const answer = backend.decideHint.getMockImplementation();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    backend.decideHint.mockImplementationOnce(async (input) => {
      await gate;
      if (!answer) throw new Error("no answer");
      return answer(input);
    });
    await app.user.click(segment("openWorld", "Yes"));
    expect(segment("openWorld", "Yes")).toBeChecked();
    expect(screen.queryByTestId("toast")).toBeNull();
    await act(async () => release());
    expect(await screen.findByTestId("toast")).toHaveTextContent("Open world set to Yes on Get Note");
    expect(within(cardOf("home_notes_get_note")).getByText("Open world")).toHaveAttribute("data-mark", "decided");
    expect(backend.catalog).toHaveBeenCalledTimes(1);
  });

  it("is undone from the toast", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    await app.user.click(segment("idempotent", "No"));
    await app.user.click(within(await screen.findByTestId("toast")).getByRole("button", { name: /Undo/ }));
    await waitFor(() => expect(segment("idempotent", "Inherit")).toBeChecked());
    expect(backend.decideHint.mock.calls.map(([input]) => input.value)).toEqual([false, null]);
  });

  it("goes back and explains itself when the backend refuses", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    const { BackendError } = await import("../backend/error");
    backend.decideHint.mockRejectedValueOnce(new BackendError("store", "the disk is full", "Free some space."));
    await app.user.click(segment("openWorld", "Yes"));
    const toast = await screen.findByTestId("toast");
    expect(toast).toHaveTextContent("The disk is full");
    expect(toast).toHaveTextContent("Free some space.");
    await waitFor(() => expect(segment("openWorld", "Inherit")).toBeChecked());
  });

  it("cycles with 1 to 4 and resets with 0, never while typing", async () => {
    const app = await renderReady();
    await select(app, TOOL);
    await app.user.keyboard("4");
    await waitFor(() => expect(segment("openWorld", "Yes")).toBeChecked());
    await app.user.keyboard("4");
    await waitFor(() => expect(segment("openWorld", "No")).toBeChecked());
    await app.user.keyboard("3");
    await waitFor(() => expect(segment("idempotent", "Yes")).toBeChecked());
    const before = backend.decideHint.mock.calls.length;
    await app.user.type(screen.getByTestId("search"), "4");
    expect(backend.decideHint).toHaveBeenCalledTimes(before);
    await app.user.keyboard("{Escape}{Escape}0");
    await waitFor(() => expect(segment("openWorld", "Inherit")).toBeChecked());
    expect(segment("idempotent", "Inherit")).toBeChecked();
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
    expect(backend.decideTitle.mock.calls.map(([input]) => input.title)).toEqual(["Write it down", null]);
  });
});

describe("changes from elsewhere", () => {
  it("reloads for a revision it did not make, once, and not for its own", async () => {
    const app = await renderReady();
    await select(app, "home_notes_get_note");
    await app.user.click(segment("openWorld", "Yes"));
    await screen.findByTestId("toast");
    await act(() => app.cache.changed(2));
    expect(backend.catalog).toHaveBeenCalledTimes(1);
    await act(() => app.cache.changed(7));
    expect(backend.catalog).toHaveBeenCalledTimes(2);
  });
});

describe("the page", () => {
  it("has no accessibility violations that axe can see", async () => {
    await renderReady();
    expect(await violations()).toEqual([]);
  });

  it("stays below 1,500 nodes with 10,000 cards, wherever it is scrolled", async () => {
    use(10_000);
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

  it("notes when the first card was drawn", async () => {
    await renderReady();
    expect(Number(document.documentElement.dataset.firstCard)).toBeGreaterThan(1e12);
  });
});
