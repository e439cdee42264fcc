// Cards in compact density.
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { fake } from "../../../test/mock-backend";
import { recordedBackend } from "../../../test/recorded-backend";
import { renderApp } from "../../../test/render-app";
import { setAppearance } from "../../shared/appearance";

beforeEach(() => {
  fake.current = recordedBackend("app");
});

/** Distance between the first two rows of cards. */
async function step(): Promise<number> {
  await screen.findAllByTestId("card");
  const tops = screen
    .getAllByRole("row")
    .filter((row) => row.querySelector("[data-testid=card]"))
    .map((row) => Number(/translateY\((\d+)px\)/.exec(row.style.transform)?.[1]));
  return (tops[1] ?? 0) - (tops[0] ?? 0);
}

it("are lower than in comfortable density", async () => {
  const { unmount } = renderApp({ grouping: "none" });
  expect(await step()).toBe(124 + 8);
  unmount();
  renderApp({ grouping: "none", view: "rules" });
  act(() => setAppearance({ density: "compact" }));
  await screen.findByTestId("rules");
  act(() => screen.getByTestId("nav-all").click());
  expect(await step()).toBe(96 + 8);
});
