// Keymap of the rendered window: no two shortcuts of a context collide, every shortcut has a handler, and no other key has one.
// The test takes seconds, because it presses every key.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { LOGGED_CALL } from "../../test/inputs";
import { fake } from "../../test/mock-backend";
import type { RecordedBackend } from "../../test/recorded-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";
import { prepareReviewStates } from "../../test/review-states";
import { addToolsets } from "../../test/toolsets";
import { useBulkPopover } from "../features/bulk/bulk-popover";
import { useCatalogFilter } from "../shared/catalog-filter";
import type { Navigation } from "../shared/navigation";
import { useNavigation } from "../shared/navigation";
import { useSelection } from "../shared/selection";
import { openDrawer } from "./drawer";
import type { Context } from "../shared/keymap";
import { BINDINGS, commandOf, eventKey, keysIn, keysOf } from "../shared/keymap";

const CARDS = { view: "catalog" } as const;
const CATALOG: readonly Context[] = ["window", "catalog", "panel"];
const TOOL: readonly Context[] = [...CATALOG, "tool"];

type Scene = {
  /** Contexts whose shortcuts the test presses. */
  tried: readonly Context[];
  /** All contexts whose shortcuts are active in this scene. */
  active: readonly Context[];
  start: Partial<Navigation>;
  recording: Parameters<typeof recordedBackend>[0];
  prepare?: (backend: RecordedBackend) => Promise<void>;
  arrange?: () => void;
  target: () => Promise<Element>;
};

const body = (testId: string) => async () => {
  await screen.findAllByTestId(testId);
  return document.body;
};
const firstRow = (testId: string) => async () => (await screen.findAllByTestId(testId))[0] as Element;
const tool = async () => {
  await waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
  return document.body;
};

/** Selects the second item of the review queue, because the first has no previous item. */
const secondInQueue = async () => {
  await screen.findByTestId("stage");
  if (screen.getAllByRole("option")[0]?.getAttribute("aria-selected") === "true") fireEvent.keyDown(document.body, { key: "j" });
  return document.body;
};

const logCalls = ({ prepare }: RecordedBackend) => prepare("logCalls", { calls: [LOGGED_CALL, LOGGED_CALL] });

const SCENES: Record<string, Scene> = {
  "the window": { tried: ["window"], active: ["window"], start: { view: "rules" }, recording: "keys", target: body("rules") },
  "the catalog": {
    tried: ["catalog", "panel", "tool"],
    active: TOOL,
    start: CARDS,
    recording: "keys",
    // Without a query, the shortcut `clear` has nothing to clear.
    arrange: () => useCatalogFilter.getState().setQuery("note"),
    target: tool,
  },
  "a card": { tried: ["grid"], active: [...TOOL, "grid"], start: CARDS, recording: "keys", target: firstRow("card") },
  "marked tools": {
    tried: ["marks"],
    active: [...TOOL, "marks"],
    start: CARDS,
    recording: "keys",
    // The preview of a change is not part of this test.
    prepare: async ({ previewBulk }) => void previewBulk.mockReturnValue(new Promise(() => {})),
    arrange: () => useSelection.getState().setMarked(new Set(["demo.home_notes_get_note"])),
    target: body("bulk-bar"),
  },
  "the form of a note": {
    tried: ["form"],
    active: ["window", "form"],
    start: CARDS,
    recording: "keys",
    target: async () => {
      if (!screen.queryByTestId("note-form")) fireEvent.keyDown(await tool(), { key: "n" });
      return screen.findByRole("textbox", { name: "Name" });
    },
  },
  "a narrow window": {
    tried: ["drawer"],
    active: [...TOOL, "drawer"],
    start: CARDS,
    recording: "keys",
    arrange: () => {
      window.innerWidth = 720;
      window.dispatchEvent(new Event("resize"));
      openDrawer("tool");
    },
    target: tool,
  },
  "the review": { tried: ["review"], active: ["window", "review"], start: { view: "review" }, recording: "review", prepare: prepareReviewStates, target: secondInQueue },
  "a toolset": { tried: ["toolset"], active: ["window", "toolset"], start: { view: "toolset", toolset: "daily" }, recording: "toolsets", prepare: addToolsets, target: firstRow("member") },
  "the findings": { tried: ["findings"], active: ["window", "findings"], start: { view: "findings" }, recording: "findings", target: body("finding") },
  "the history": { tried: ["history"], active: ["window", "history"], start: { view: "history" }, recording: "keys", target: body("history-entry") },
  "the gateway": { tried: ["gateway"], active: ["window", "gateway"], start: { view: "gateway" }, recording: "gateway", prepare: logCalls, target: body("call") },
  "a call": { tried: ["calls"], active: ["window", "gateway", "calls"], start: { view: "gateway" }, recording: "gateway", prepare: logCalls, target: firstRow("call") },
};

const pressOf = (combination: string) => {
  const keys = keysIn(combination);
  return {
    key: eventKey(keys.at(-1) ?? ""),
    ctrlKey: keys.includes("Command") || keys.includes("Control"),
    metaKey: false,
    altKey: false,
    shiftKey: keys.includes("Shift"),
  };
};
const inContexts = (contexts: readonly string[]) => BINDINGS.filter(({ context }) => contexts.includes(context));
const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));

describe("the keymap", () => {
  it("has no combination twice in one scene", () => {
    // Marks override the tool's shortcuts and a drawer those of the page below, so those are excluded from the check.
    const isOver = ({ tried }: Scene) => tried.includes("marks") || tried.includes("drawer");
    const scenes = Object.values(SCENES).filter((scene) => !isOver(scene));
    const together: (readonly Context[])[] = [...scenes.map(({ active }) => active), [...CATALOG, "marks"], ["window", "drawer"]];
    const collisions = together.flatMap((contexts) =>
      inContexts(contexts).filter(({ context, command, combination }) => {
        const found = contexts.map((one) => [one, commandOf(one, pressOf(combination))]).filter(([, one]) => one !== undefined);
        return JSON.stringify(found) !== JSON.stringify([[context, command]]);
      }),
    );
    expect(collisions).toEqual([]);
  });

  it("is tested in every context", () => {
    const tried = Object.values(SCENES).flatMap((scene) => scene.tried);
    expect(new Set(tried)).toEqual(new Set(BINDINGS.map(({ context }) => context)));
  });

  it("labels the command key as the platform does", () => {
    expect(keysOf("window.redo")).toEqual(["Ctrl", "Shift", "Z"]);
    expect(keysOf("form.submit")).toEqual(["Ctrl", "↵"]);
    expect(keysOf("window.zoomIn")).toEqual(["Ctrl", "+"]);
  });
});

describe("a held key", () => {
  it("repeats a navigation, but decides only once", async () => {
    const backend = recordedBackend("review");
    await prepareReviewStates(backend);
    fake.current = backend;
    renderApp({ view: "review" });
    await screen.findByTestId("stage");
    const hold = (key: string) => [false, true, true].map((repeat) => fireEvent.keyDown(document.body, { key, repeat }));
    expect(hold("j")).toEqual([false, false, false]);
    expect(screen.getAllByRole("option").findIndex((option) => option.getAttribute("aria-selected") === "true")).toBe(3);
    const yes = () => within(screen.getByTestId("hint-readOnly")).getByRole("radio", { name: "Yes" });
    await waitFor(() => expect(yes()).toBeEnabled());
    expect(yes()).not.toBeChecked();
    expect(hold("1")).toEqual([false, false, false]);
    await waitFor(() => expect(yes()).toBeChecked());
  });
});

describe.each(Object.entries(SCENES))("in %s", (_, { tried, active, start, recording, prepare, arrange, target }) => {
  beforeEach(async () => {
    const backend = recordedBackend(recording);
    await prepare?.(backend);
    backend.holdChanges();
    backend.previewAccept.mockResolvedValue({ tools: 1, deciding: 0, groups: [], loosens: { tools: 0, examples: [] } });
    fake.current = backend;
    renderApp(start);
  });
  const arranged = () => {
    act(() => {
      useNavigation.setState({ dialog: null, ...start });
      useBulkPopover.getState().close();
      arrange?.();
    });
    return target();
  };
  /** A handled key press has its default action prevented. */
  const isHandled = (element: Element, press: object) => !fireEvent.keyDown(element, press);

  it("every shortcut has a handler, and every handler has a shortcut", async () => {
    const element = await arranged();
    const undeclared = [false, true]
      .flatMap((ctrlKey) => PRINTABLE.map((key) => ({ key, ctrlKey, metaKey: false, altKey: false, shiftKey: false })))
      .filter((press) => !active.some((context) => commandOf(context, press)))
      .filter((press) => isHandled(element, press));
    const unhandled = [];
    for (const { context, command, combination } of inContexts(tried)) {
      if (!isHandled(await arranged(), pressOf(combination))) unhandled.push(`${context}.${command}: ${combination}`);
    }
    expect({ undeclared, unhandled }).toEqual({ undeclared: [], unhandled: [] });
  });
});
