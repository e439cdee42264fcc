// Toasts of running scans: the end of the page has room for them, also beside another toast.
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderPage } from "../../../test/render-page";
import { showToast, useToast } from "../../kit/toast-store";
import { ScanToasts } from "./scan-toasts";
import { useScans } from "./scans";

/** Elements have no height in jsdom, so only the distances between the toasts count. */
const room = () => parseFloat(document.documentElement.style.getPropertyValue("--toast-room")) || 0;

it("make room, each its own, until the scan ends", async () => {
  fake.current = recordedBackend("empty");
  const { unmount } = renderPage(<ScanToasts />);
  await act(async () => {});
  act(() => useScans.getState().start("notes"));
  expect(screen.getAllByTestId("scan-progress")).toHaveLength(1);
  const one = room();
  expect(one).toBeGreaterThan(0);
  act(() => showToast({ tone: "done", message: "Saved" }));
  expect(room()).toBeGreaterThan(one);
  act(() => useToast.getState().close());
  expect(room()).toBe(one);
  act(() => useScans.getState().end("notes"));
  expect(room()).toBe(0);
  unmount();
});
