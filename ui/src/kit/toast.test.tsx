// Room for a toast: it exists while the toast is open, and the focused element does not stay under the toast.
import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ToastPlace } from "./toast";
import { showToast, useToast } from "./toast-store";

const room = () => document.documentElement.style.getPropertyValue("--toast-room");
const boxOf = (top: number, height: number) => ({ top, bottom: top + height, left: 0, right: 100, height }) as DOMRect;

function show(fieldTop: number) {
  render(
    <>
      <input aria-label="field" />
      <ToastPlace />
    </>,
  );
  const field = screen.getByRole("textbox");
  const scrollIntoView = vi.fn();
  Object.assign(field, { scrollIntoView, getBoundingClientRect: () => boxOf(fieldTop, 20) });
  field.focus();
  const toastBox = vi.spyOn(HTMLDivElement.prototype, "getBoundingClientRect").mockReturnValue(boxOf(500, 40));
  act(() => showToast({ tone: "done", message: "Saved" }));
  toastBox.mockRestore();
  return scrollIntoView;
}

it("has room at the end of the page while it is open", () => {
  show(0);
  expect(room()).toMatch(/^\d+px$/);
  act(() => showToast({ tone: "done", message: "Saved again" }));
  expect(room()).toMatch(/^\d+px$/);
  act(() => useToast.getState().close());
  expect(room()).toBe("");
});

it("moves the focused element out from under the toast, and leaves others where they are", () => {
  expect(show(510)).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
  document.body.replaceChildren();
  expect(show(100)).not.toHaveBeenCalled();
});
