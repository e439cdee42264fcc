// Text typed while the focus is on its way to a field: it goes into the field and runs no shortcut.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import type { Mock } from "vitest";
import { beforeEach, expect, it } from "vitest";
import { fake } from "../../test/mock-backend";
import type { RecordedBackend } from "../../test/recorded-backend";
import { recordedBackend } from "../../test/recorded-backend";
import { renderApp } from "../../test/render-app";
import { elapse } from "../../test/virtual-clock";

let backend: RecordedBackend;
beforeEach(() => {
  backend = recordedBackend("app");
  backend.search.mockResolvedValue({ revision: 1, matches: [0, 1], problems: [] });
  backend.completions.mockResolvedValue([]);
  backend.noteTemplates.mockResolvedValue([]);
  fake.current = backend;
});

/** Holds the next response of a command until the returned function is called. */
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

/** Presses keys with no time in between, on the element that has the focus; text goes into a focused field. */
function typeFast(keys: string): void {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    const goesOn = fireEvent.keyDown(target, { key });
    if (goesOn && target instanceof HTMLInputElement) fireEvent.input(target, { target: { value: target.value + key } });
  }
}

const tool = () => waitFor(() => expect(screen.getByTestId("panel")).toHaveAttribute("data-tool"));
const expectNoCommand = () => {
  expect(screen.queryByTestId("bulk-bar")).toBeNull();
  expect(backend.accept).not.toHaveBeenCalled();
};

it("text right after the search key goes into the field", async () => {
  renderApp();
  await tool();
  typeFast("/xa");
  expect(screen.getByTestId("search")).toHaveFocus();
  expect(screen.getByTestId("search")).toHaveValue("xa");
  expectNoCommand();
});

it("text that is typed before the search field exists goes into it", async () => {
  const release = holdNext(backend.catalog);
  renderApp();
  typeFast("/xa");
  await act(async () => release());
  expect(await screen.findByTestId("search")).toHaveFocus();
  typeFast("j");
  expect(screen.getByTestId("search")).toHaveValue("xaj");
  expectNoCommand();
});

it("text that is typed before the form of a note exists goes into it", async () => {
  const app = renderApp();
  await tool();
  const release = holdNext(backend.tool);
  await app.user.keyboard("j");
  typeFast("nxa");
  expectNoCommand();
  backend.previewNotes.mockReturnValue(new Promise(() => {}));
  await act(async () => release());
  expect(await screen.findByRole("textbox", { name: "Text for the model" })).toHaveValue("xa");
  expectNoCommand();
});

it("text for the search field does not go into another field", async () => {
  const release = holdNext(backend.catalog);
  renderApp();
  typeFast("/delete");
  const other = document.createElement("input");
  document.body.append(other);
  act(() => other.focus());
  expect(other).toHaveValue("");
  await act(async () => release());
});

it("shortcuts work again if no field takes the focus", async () => {
  const release = holdNext(backend.catalog);
  renderApp();
  typeFast("/");
  fireEvent.keyDown(document.body, { key: "Escape" });
  await act(async () => release());
  await tool();
  typeFast("x");
  expect(await screen.findByTestId("bulk-bar")).toBeInTheDocument();
  typeFast("n");
  await elapse(5_000);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Text for the model" }));
});
