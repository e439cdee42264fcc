// Undo while a change is still being saved.
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fake } from "../../../test/mock-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import { notifyDone } from "../../shared/notify";

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
