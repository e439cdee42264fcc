// Explanation of a label: a click opens it or keeps it open, and Escape closes only the explanation.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { USER_EVENT } from "../../test/virtual-clock";
import { InfoTip } from "./info-tip";
import { TooltipProvider } from "./tooltip";

function show() {
  render(
    <TooltipProvider>
      <InfoTip label="What it means">an explanation</InfoTip>
      <button type="button">elsewhere</button>
    </TooltipProvider>,
  );
  return userEvent.setup(USER_EVENT);
}
const button = () => screen.getByRole("button", { name: "What it means" });
const tip = () => screen.queryByRole("tooltip");

it("opens on a click and stays open on the next one", async () => {
  const user = show();
  await user.click(button());
  expect(tip()).toHaveTextContent("an explanation");
  await user.click(button());
  expect(tip()).toHaveTextContent("an explanation");
  await user.click(screen.getByRole("button", { name: "elsewhere" }));
  await waitFor(() => expect(tip()).toBeNull());
});

it("stays open when it is clicked after it opened on hover", async () => {
  const user = show();
  await user.hover(button());
  await waitFor(() => expect(tip()).toBeInTheDocument());
  await user.pointer({ keys: "[MouseLeft>]", target: button() });
  expect(tip()).toBeInTheDocument();
  await user.pointer({ keys: "[/MouseLeft]", target: button() });
  expect(tip()).toBeInTheDocument();
});

it("closes with Escape, which no shortcut of the page handles then", async () => {
  const user = show();
  const onKeyDown = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
  window.addEventListener("keydown", onKeyDown);
  await user.click(button());
  await user.keyboard("{Escape}");
  window.removeEventListener("keydown", onKeyDown);
  await waitFor(() => expect(tip()).toBeNull());
  expect(onKeyDown).toHaveLastReturnedWith(true);
});
