// Undo: the action of the toast, while a change is being saved, and beside toasts with other actions.
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fake } from "../../../test/mock-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import { notifyDone, notifyDoneAnd } from "../../shared/notify";

it("undoes the change that is being saved, not the one before it", async () => {
  fake.current = recordedBackend("history");
  const { user, cache } = renderPage(null);
  const undoFirst = vi.fn();
  const undoSecond = vi.fn();
  notifyDone("the first change", undoFirst);
  await screen.findByText("the first change");
  let finishSaving = (): void => undefined;
  const saving = new Promise<void>((resolve) => (finishSaving = resolve));
  const second = cache.edit(() => saving).then(() => notifyDone("the second change", undoSecond));
  await user.keyboard("{Control>}z{/Control}");
  finishSaving();
  await second;
  await waitFor(() => expect(undoSecond).toHaveBeenCalledOnce());
  expect(undoFirst).not.toHaveBeenCalled();
});

it("runs the action of a toast by its kind, not by its label", async () => {
  const backend = recordedBackend("history");
  fake.current = backend;
  const undoEntry = vi.spyOn(backend, "undo").mockRejectedValue(new Error("nothing to undo"));
  const { user } = renderPage(null);
  const other = vi.fn();
  act(() => notifyDoneAnd("Template applied", { label: "Undo", run: other }));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(undoEntry).toHaveBeenCalledExactlyOnceWith({ entry: null }));
  expect(other).not.toHaveBeenCalled();
  const run = vi.fn();
  act(() => notifyDoneAnd("Preference saved", { kind: "undo", label: "Revert", run }));
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(undoEntry).toHaveBeenCalledOnce();
});
