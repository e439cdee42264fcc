// Tests of the flags and tooltip of a card, icons, and the banner of a server whose scan failed.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { violations } from "../../../test/axe";
import { prepareCatalog } from "../../../test/catalog";
import { fake } from "../../../test/mock-backend";
import type { RecordedBackend } from "../../../test/recorded-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { elapse } from "../../../test/virtual-clock";

let backend: RecordedBackend;
beforeEach(async () => {
  backend = recordedBackend("catalog");
  fake.current = backend;
  await prepareCatalog(backend);
});

const cardOf = (tool: string) => {
  const card = screen.getAllByTestId("card").find((c) => c.dataset.tool === `demo.home_notes_${tool}`);
  if (!card) throw new Error(`no card ${tool}`);
  return card;
};

describe("a card", () => {
  it("shows the numbers of notes and problems, and that it is reviewed", async () => {
    renderApp();
    await screen.findAllByTestId("card");
    const card = within(cardOf("create_note"));
    for (const label of ["2 notes", "1 problem", "Reviewed"]) expect(card.getByText(label)).toBeInTheDocument();
  });

  it("is marked as disputed if it is decided as read-only but grouped by the careful value", async () => {
    backend.amend("catalog", (catalog) => ({
      ...catalog,
      cards: catalog.cards.map((card) =>
        card.name.endsWith("create_note") ? { ...card, behaviour: "modifying", badges: [{ kind: "readOnly", mark: "decided" }] } : card,
      ),
    }));
    const app = renderApp();
    await screen.findAllByTestId("card");
    expect(within(cardOf("create_note")).getByText("Disputed")).toBeInTheDocument();
    expect(within(cardOf("get_note")).queryByText("Disputed")).toBeNull();
    expect(app.container).toHaveTextContent("1 disputed");
  });

  it.each([
    ["unreviewed", true],
    ["reviewed", false],
  ] as const)("says in the tooltip of an %s tool whether declared hints contradict its text: %s", async (review, isShown) => {
    backend.amend("tool", (detail) => ({ ...detail, card: { ...detail.card, conflict: true, review } }));
    const app = renderApp();
    await screen.findAllByTestId("card");
    await app.user.hover(cardOf("get_note"));
    const tip = await screen.findByRole("tooltip");
    expect(tip.textContent.includes("The declared hints contradict the tool’s name or description.")).toBe(isShown);
  });

  it("shows its token estimate in the tooltip", async () => {
    const app = renderApp();
    await screen.findAllByTestId("card");
    await app.user.hover(cardOf("get_note"));
    const tip = await screen.findByRole("tooltip");
    expect(tip).toHaveTextContent("Adds about 67 tokens to a model’s context.");
  });
});

it("has a legend that explains each badge, each outline and each flag with the badges and flags themselves", async () => {
  const app = renderApp();
  await screen.findAllByTestId("card");
  await app.user.click(screen.getByRole("button", { name: "What the badges mean" }));
  const legend = await screen.findByRole("dialog", { name: "What the badges mean" });
  const samples = [...legend.querySelectorAll("dt")];
  expect(samples.map((sample) => sample.textContent)).toEqual([
    ...["Read-only", "Modifies", "Destructive", "Idempotent", "Open-world"],
    ...["Destructive", "Destructive", "Destructive"],
    ...["Drifted", "Disputed", "Suspended", "2 problems", "2 findings", "2 notes", "Reviewed"],
  ]);
  expect(samples.slice(5, 8).map((sample) => (sample.firstChild as HTMLElement).dataset.mark)).toEqual(["declared", "assumed", "decided"]);
  await app.user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

describe("the tooltip of a card", () => {
  it("needs a move of the pointer, not content that scrolls below it", async () => {
    renderApp();
    await screen.findAllByTestId("card");
    const card = cardOf("get_note");
    fireEvent.pointerMove(card, { screenX: 10, screenY: 10 });
    expect(await screen.findByRole("tooltip")).toBeInTheDocument();
    fireEvent.scroll(screen.getByRole("grid"));
    await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
    const other = cardOf("list_note");
    fireEvent.pointerOver(other);
    fireEvent.pointerMove(other, { screenX: 10, screenY: 10 });
    await act(() => elapse(500));
    expect(screen.queryByRole("tooltip")).toBeNull();
    fireEvent.pointerMove(other, { screenX: 11, screenY: 10 });
    expect(await screen.findByRole("tooltip")).toBeInTheDocument();
  });
});

describe("icons", () => {
  it("are requested once in one batch, and rendered as decoration", async () => {
    const app = renderApp();
    await screen.findAllByTestId("card");
    await waitFor(() => expect(cardOf("list_note").querySelector("img")?.src).toMatch(/^data:image\/png/));
    expect(cardOf("search_note").querySelector("img")).toBeNull();
    await app.user.click(screen.getByRole("button", { name: "Table" }));
    await waitFor(() => expect(screen.getAllByTestId("row")[0]?.querySelector("img")).toHaveAttribute("alt", ""));
    expect(backend.icons.mock.calls).toEqual([
      [{ tools: [{ server: "demo", tool: "home_notes_list_note" }, { server: "demo", tool: "home_notes_get_note" }] }],
    ]);
  });

  it("are rendered from image data only, never from a URL", async () => {
    backend.amend("icons", (icons) =>
      icons.map((icon, index) => ({ ...icon, image: index === 0 ? "https://example.com/spy.png" : "data:text/html,<b>" })),
    );
    renderApp();
    await waitFor(() => expect(backend.icons).toHaveBeenCalled());
    await waitFor(() => expect(cardOf("list_note").querySelector("[aria-hidden]:empty")).toBeNull());
    expect(document.querySelector("img")).toBeNull();
  });
});

describe("a server whose last scan failed", () => {
  it("shows the failure and the time of the last scan above its tools, and can be scanned again", async () => {
    backend.scanServer.mockImplementation(() => new Promise(() => {}));
    const scannedAt = new Date(Date.now() - 49 * 3.6e6).toISOString();
    const failure = { message: "it ended with code 127", hint: "Install it.", output: [] };
    backend.amend("catalog", ({ servers, ...catalog }) => ({
      ...catalog,
      servers: servers.map((server) => ({ ...server, state: "failed" as const, stale: true, scannedAt, failure })),
    }));
    const app = renderApp();
    await app.user.click(await screen.findByTestId("nav-server-demo"));
    const banner = await screen.findByTestId("stale");
    expect(banner).toHaveTextContent("demo could not be scanned. These tools were scanned 2 days ago. It ended with code 127.");
    expect(screen.getByTestId("catalog")).toHaveAttribute("data-shown", "21");
    expect(await violations()).toEqual([]);
    await app.user.click(within(banner).getByRole("button", { name: "Scan again" }));
    expect(backend.scanServer).toHaveBeenCalledExactlyOnceWith({ server: "demo" });
  });
});
